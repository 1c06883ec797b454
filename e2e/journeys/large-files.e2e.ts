import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fetchPosts } from '../support/api.ts';
import {
  chooseFile,
  getComposer,
  continueToDetails,
  openComposer,
  scheduleInForm,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { emulateNetwork } from '../support/network.ts';
import { createVideoOfSize } from '../support/videos.ts';

const MEGABYTE = 1024 * 1024;

let network: Awaited<ReturnType<typeof emulateNetwork>>;
let uploadStarts: number[];

test.beforeEach(async ({ page, connectedUser, tolerate }, testInfo) => {
  tolerate(/net::ERR_/);
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  const path = testInfo.outputPath('fornada.mp4');
  await writeFile(path, await createVideoOfSize(20 * MEGABYTE));
  uploadStarts = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') uploadStarts.push(Number(request.headers()['upload-offset']));
  });
  await openComposer(page);
  network = await emulateNetwork(page);
  await network.slowDown(2 * MEGABYTE);
  await chooseFile(page, path);
  await expectProgress(page, /^[2-6]\d$/);
});

const tile = (page: Page) =>
  getComposer(page).getByRole('list', { name: 'Arquivos do post' }).getByRole('listitem');
const progress = (page: Page) =>
  tile(page).getByRole('progressbar', { name: 'Enviando fornada.mp4' });

const expectProgress = (page: Page, percent: RegExp) =>
  expect(progress(page)).toHaveAttribute('value', percent, { timeout: 60_000 });

async function expectToBeScheduled(page: Page, caption: string) {
  await continueToDetails(page, 'Reels');
  const form = page.waitForRequest((request) => request.url().endsWith('/api/schedule'));
  await scheduleInForm(page, { caption });
  expect((await form).postData()).toContain('name="uploadIds"');
  const [from, ...resumed] = uploadStarts;
  expect(from).toBe(0);
  expect(resumed).not.toEqual([]);
  expect(Math.min(...resumed)).toBeGreaterThan(MEGABYTE);
}

test('a large video waits for a retry after a long server outage, and resumes where it stopped', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await stack.kill9();
  await expect(tile(page)).toContainText('sem conexão');
  const again = tile(page).getByRole('button', { name: 'Falhou. Tentar de novo' });
  await expect(again).toBeVisible({ timeout: 60_000 });
  await stack.start();
  await again.click();
  await expectToBeScheduled(page, caption);
  const posts = await fetchPosts(stack.url, connectedUser.token);
  expect(posts).toMatchObject([{ caption, status: 'scheduled', mediaType: 'REELS' }]);
});
