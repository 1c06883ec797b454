import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fetchPosts, schedule } from '../support/api.ts';
import { getTimelineEntry } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { emulateNetwork } from '../support/network.ts';
import { createPicture, createPictureOfSize } from '../support/pictures.ts';

const MINUTE = 60_000;
const MEGABYTE = 1024 * 1024;

function countParts(page: Page): () => number {
  let parts = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') parts += 1;
  });
  return () => parts;
}

test('a large photo that replaces another uploads ahead of its form', async ({
  page,
  stack,
  connectedUser,
  caption,
}, testInfo) => {
  const path = testInfo.outputPath('vitrine.jpg');
  await writeFile(path, await createPictureOfSize(6 * MEGABYTE));
  await schedule(stack.url, connectedUser.token, {
    caption: `${caption} #falha_create_36003_2207009`,
    scheduledTime: new Date(Date.now() + 2 * MINUTE),
    picture: await createPicture({ width: 800, height: 800 }),
  });
  await page.goto('/schedule');
  const entry = getTimelineEntry(page, caption);
  await entry.getByRole('button', { name: 'Trocar arquivo' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
  const line = await emulateNetwork(page);
  await line.slowDown(MEGABYTE);
  const parts = countParts(page);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Escolher arquivo' }).filter({ hasText: /./ }).click(),
  ]);
  await chooser.setFiles(path);
  await expect(dialog.getByRole('progressbar', { name: 'Enviando vitrine.jpg' })).toBeVisible();
  await expect.poll(parts).toBe(1);

  const form = page.waitForRequest((request) => request.method() === 'PUT');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  const changed = page.getByRole('dialog', { name: 'Post Atualizado!' });
  await expect(changed).toBeVisible({ timeout: 60_000 });
  expect((await form).postData()).toContain('name="uploadIds"');
  const [post] = await fetchPosts(stack.url, connectedUser.token);
  expect(post?.mediaItems).toMatchObject([{ width: 1080, height: 1080 }]);
});
