import type { Page } from '@playwright/test';
import { fetchPosts } from '../support/api.ts';
import { fillForm, getForm, getSendButton } from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { startThrottledProxy } from '../support/network.ts';

const BYTES_PER_SECOND = 8 * 1024 * 1024;

let proxy: Awaited<ReturnType<typeof startThrottledProxy>>;

test.beforeEach(async ({ page, stack, connectedUser, caption, pictureFile, tolerate }) => {
  tolerate(/net::ERR_/);
  proxy = await startThrottledProxy(stack.url, BYTES_PER_SECOND);
  await logIn(page, proxy, connectedUser);
  await page.goto(`${proxy.url}/create-post`);
  await fillForm(page, { files: await pictureFile('foto.jpg'), caption });
  proxy.holdResponsesTo('POST /api/schedule ');
  await getSendButton(page).click();
  await expect.poll(() => fetchPosts(stack.url, connectedUser.token)).toHaveLength(1);
});
test.afterEach(() => proxy.close());

const getUncertaintyMessage = (page: Page) => getForm(page).getByText('ele pode já existir');

async function leaveComposer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Calendário' }).click();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Calendário & Timeline' })).toBeVisible();
}

test('a response that arrives on the calendar leaves no post to restore', async ({ page }) => {
  await leaveComposer(page);
  proxy.release();
  await expect(page.getByText(/^Post Agendado!/)).toBeVisible();
  await page.goto(`${proxy.url}/create-post`);
  const form = getForm(page);
  await expect(form.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(form.getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(getUncertaintyMessage(page)).toBeHidden();
});

test('a response that arrives while its post is open again is shown, and keeps the form content', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await leaveComposer(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/create-post$/);
  await expect(getUncertaintyMessage(page)).toBeVisible();

  proxy.release();
  await expect(getForm(page).getByText('ele já existe')).toBeVisible();
  await expect(getUncertaintyMessage(page)).toBeHidden();
  await expect(getForm(page).getByLabel('Legenda')).toHaveValue(caption);
  await page.reload();
  await expect(getForm(page).getByText('ele já existe')).toBeVisible();
  await expect(getForm(page).getByText('foto.jpg').first()).toBeVisible();
  await getSendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  expect(await fetchPosts(stack.url, connectedUser.token)).toHaveLength(1);
});
