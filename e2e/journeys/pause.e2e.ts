import type { Page } from '@playwright/test';
import { pausePublishing } from '@pontual/contract/planning/pause.ts';
import { call, fetchPosts, schedule } from '../support/api.ts';
import { openDetails } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';
import { createPicture } from '../support/pictures.ts';

const banner = (page: Page) => page.getByRole('main').getByText(/^Publicações pausadas desde hoje/);
const getPausedPostsDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Posts que não saíram na pausa' });
const fromNow = (ms: number) => new Date(Date.now() + ms);

test('nothing is published during a pause until the owner reschedules it, by keyboard at 390 px', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  test.slow();
  const { token } = connectedUser;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/schedule');
  await test.step('pauses', async () => {
    await inputMethods.keys.press(page.getByRole('button', { name: 'Pausar tudo' }));
    const dialog = page.getByRole('dialog', { name: 'Pausar todas as publicações?' });
    await expect(dialog.getByText('O que já está a caminho do Instagram')).toBeVisible();
    await inputMethods.keys.press(dialog.getByRole('button', { name: 'Pausar tudo' }));
    await expect(dialog).toBeHidden();
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Fim da pausa' })).toBeFocused();
  });

  await test.step('an hour passes', async () => {
    const scheduledTime = fromNow(15_000);
    await schedule(stack.url, token, { caption, scheduledTime, picture: await createPicture() });
    await page.goto('/dashboard');
    await expect(page.getByText('1 post não saiu por causa da pausa')).toBeVisible({
      timeout: 30_000,
    });
    expect(await sandbox.findPublished(caption)).toEqual([]);
    const [post] = await fetchPosts(stack.url, token);
    expect(post).toMatchObject({ status: 'draft', scheduledTime: scheduledTime.toISOString() });
  });

  await test.step('resumes and reschedules the missed post', async () => {
    await inputMethods.keys.press(page.getByRole('button', { name: 'Retomar', exact: true }));
    const dialog = getPausedPostsDialog(page);
    await expect(dialog.getByRole('listitem')).toContainText(/Era hoje .*Vai amanhã/);
    await inputMethods.keys.press(dialog.getByRole('button', { name: 'Reagendar 1 post' }));
    await expect(dialog).toBeHidden();
    await expect(banner(page)).toBeHidden();
    const [post] = await fetchPosts(stack.url, token);
    expect(post?.status).toBe('scheduled');
    expect(await sandbox.findPublished(caption)).toEqual([]);
  });

  await test.step('publishes the missed post once from its details', async () => {
    await page.goto('/schedule');
    const details = await openDetails(page, caption);
    await inputMethods.keys.press(details.getByRole('button', { name: 'Publicar agora' }));
    const question = page.getByRole('alertdialog');
    await inputMethods.keys.press(question.getByRole('button', { name: 'Publicar agora' }));
    await expect.poll(async () => (await sandbox.findPublished(caption)).length).toBe(1);
    await expect
      .poll(async () => (await fetchPosts(stack.url, token)).map(({ status }) => status))
      .toEqual(['published']);
    expect(await sandbox.findPublished(caption)).toHaveLength(1);
  });
});

test('a pause ends by itself at the chosen time, and posts may stay drafts', async ({
  page,
  stack,
  sandbox,
  connectedUser,
  caption,
}) => {
  const { token } = connectedUser;
  const scheduledTime = fromNow(4000);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await createPicture() });
  await call(stack.url, pausePublishing, {
    token,
    body: { until: fromNow(8000).toISOString() },
  });
  await page.goto('/plans');
  await expect(banner(page)).toContainText(/até hoje, \d\d:\d\d/);
  const left = page.getByText(/^1 post não saiu$/);
  await expect(left).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('button', { name: 'Retomar', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Escolher horários' }).click();
  const dialog = getPausedPostsDialog(page);
  await dialog.getByRole('group').getByText('Deixar como rascunhos', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Deixar como rascunho' }).click();
  await expect(left).toBeHidden();
  expect(await sandbox.findPublished(caption)).toEqual([]);
  await expect(page.getByText('Os posts ficaram nos rascunhos')).toBeVisible();
});
