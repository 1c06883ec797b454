import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { forcePublish } from '@pontual/contract/posts/post-changes.ts';
import { call, createDraft, fetchPosts, schedule, type TestUser } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { tabTo } from '../support/input-methods.ts';
import { givePlan } from '../support/payments.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;
const ENGINE_TIMEOUT = { timeout: 30_000 };

const inAnHour = () => new Date(Date.now() + HOUR);
const bars = (page: Page) =>
  page.getByRole('list', { name: 'Posts por dia' }).getByRole('listitem');
const getExportButton = (page: Page, format: string) =>
  page.getByRole('button', { name: `Exportar ${format}` });

const getCount = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

/** Publishes a picture; a sentinel in the caption makes Instagram refuse it. */
async function publish(url: string, { token }: TestUser, caption: string): Promise<void> {
  const before = await fetchPosts(url, token);
  const { _id } = await schedule(url, token, {
    caption,
    picture: await createPicture(),
    scheduledTime: inAnHour(),
  });
  await call(url, forcePublish, { token, body: { postId: _id } });
  await expect
    .poll(async () => {
      const posts = await fetchPosts(url, token);
      return posts.filter(({ status }) => status === 'published' || status === 'failed').length;
    }, ENGINE_TIMEOUT)
    .toBe(before.filter(({ status }) => status === 'published' || status === 'failed').length + 1);
}

test('a user with the Pro plan sees new drafts and publications in the analytics', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'pro'));
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Ver Analytics' }).click();
  await expect(page).toHaveURL('/analytics');
  await expect(page.getByText('Análise básica de performance')).toBeVisible();
  await expect(page.getByText('Pro, últimos 30 dias')).toBeVisible();
  await expect(bars(page)).toHaveCount(7);
  await expect(bars(page).last()).toContainText(/^Hoje, .+: 0 posts/);
  await expect(page.getByText('Sem dados: nenhum post neste período.')).toBeVisible();

  await createDraft(stack.url, token, { caption, picture: await createPicture() });
  await expect(getCount(page, 'Rascunhos')).toHaveText('1');
  await publish(stack.url, connectedUser, caption);
  await expect(getCount(page, 'Publicados')).toHaveText('1');
  await expect(bars(page).last()).toContainText(/^Hoje, .+: 1 post(?!s)/);
  await expect(page.getByRole('listitem').filter({ hasText: /^Imagem100%2/ })).toBeVisible();
});

test('a user with the Premium plan reads six months and downloads the posts as files', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  test.slow();
  await publish(stack.url, connectedUser, caption);
  await publish(stack.url, connectedUser, `${caption} #falha_create_36003_2207009`);
  await logIn(page, stack, await givePlan(stack.url, connectedUser, 'premium'));
  await page.goto('/analytics');
  await expect(page.getByText('Análise avançada de performance')).toBeVisible();
  await expect(page.getByText('Premium, últimos 30 dias')).toBeVisible();
  await expect(getCount(page, 'Publicados')).toHaveText('1');
  await expect(getCount(page, 'Com Falha')).toHaveText('1');

  await test.step('months and types show how many posts were published', async () => {
    const months = page.getByRole('region', { name: 'Tendência mensal' }).getByRole('row');
    await expect(months).toHaveCount(7);
    await expect(months.nth(1)).toContainText('sem dados');
    await expect(months.last().getByRole('cell')).toHaveText(['2', '1', '1', '50%']);
    const types = page.getByRole('region', { name: 'Performance por tipo' }).getByRole('row');
    await expect(types.last()).toContainText(/^Imagem211.*50%$/);
    await expect(page.getByRole('columnheader', { name: 'Engajamento médio' })).toBeVisible();
  });

  await test.step('downloads JSON by mouse', async () => {
    const saving = page.waitForEvent('download');
    await getExportButton(page, 'JSON').click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/\.json$/);
    const saved: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(saved).toMatchObject({
      posts: expect.arrayContaining([expect.objectContaining({ caption, mediaType: 'IMAGE' })]),
    });
  });

  await test.step('downloads CSV by keyboard', async () => {
    const saving = page.waitForEvent('download');
    await tabTo(getExportButton(page, 'CSV'));
    await page.keyboard.press('Enter');
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines.filter((line) => line.includes(caption))).toHaveLength(2);
    await expect(getExportButton(page, 'CSV')).toBeFocused();
  });
});
