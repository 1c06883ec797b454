import type { Page } from '@playwright/test';
import { postsOf } from '../api.ts';
import { fillForm, formOf, sendButton } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';

const SPEED = 8 * 1024 * 1024;

let wire: Awaited<ReturnType<typeof wireTo>>;

test.beforeEach(async ({ page, stack, connectedUser, caption, pictureFile, tolerate }) => {
  tolerate(/net::ERR_/);
  wire = await wireTo(stack.url, SPEED);
  await logIn(page, wire, connectedUser);
  await page.goto(`${wire.url}/create-post`);
  await fillForm(page, { files: await pictureFile('foto.jpg'), caption });
  wire.holdAnswersTo('POST /api/schedule ');
  await sendButton(page).click();
  // It has arrived, and nobody has said so.
  await expect.poll(() => postsOf(stack.url, connectedUser.token)).toHaveLength(1);
});
test.afterEach(() => wire.close());

const perhaps = (page: Page) => formOf(page).getByText('ele pode já existir');

/** Goes away while the answer is awaited. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Calendário' }).click();
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Calendário & Timeline' })).toBeVisible();
}

test('an answer that comes to the calendar leaves nothing to go on with', async ({ page }) => {
  await leave(page);
  wire.release();
  await expect(page.getByText(/^Post Agendado!/)).toBeVisible();
  await page.goto(`${wire.url}/create-post`);
  const form = formOf(page);
  await expect(form.getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(form.getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(perhaps(page)).toBeHidden();
});

test('an answer that comes while its post is open again is told, and takes nothing away', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await leave(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/create-post$/);
  await expect(perhaps(page)).toBeVisible();

  wire.release();
  await expect(formOf(page).getByText('ele já existe')).toBeVisible();
  await expect(perhaps(page)).toBeHidden();
  await expect(formOf(page).getByLabel('Legenda')).toHaveValue(caption);
  await page.reload();
  await expect(formOf(page).getByText('ele já existe')).toBeVisible();
  await expect(formOf(page).getByText('foto.jpg').first()).toBeVisible();
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Post Agendado!' })).toBeVisible();
  expect(await postsOf(stack.url, connectedUser.token)).toHaveLength(1);
});
