import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fetchPosts, type TestUser } from '../support/api.ts';
import { chooseFile, getComposer, continueToDetails, scheduleInForm } from '../support/composer.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { startThrottledProxy } from '../support/network.ts';
import { createVideoOfSize } from '../support/videos.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 20 * MEGABYTE;
const SLOW = 0.1 * MEGABYTE;

let proxy: Awaited<ReturnType<typeof startThrottledProxy>>;
/** The offset in bytes at which each upload request begins. */
let uploadStarts: number[];
let uploadUrl: string;

test.beforeEach(async ({ page, stack, connectedUser, tolerate }, testInfo) => {
  tolerate(/net::ERR_/);
  proxy = await startThrottledProxy(stack.url, 4 * MEGABYTE);
  await logIn(page, proxy, connectedUser);
  const path = testInfo.outputPath('fornada.mp4');
  await writeFile(path, await createVideoOfSize(SIZE));
  uploadStarts = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    uploadStarts.push(Number(request.headers()['upload-offset']));
    uploadUrl = request.url();
  });
  await page.goto(`${proxy.url}/schedule`);
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  await chooseFile(page, path);
});
test.afterEach(() => proxy.close());

const tile = (page: Page) =>
  getComposer(page).getByRole('list', { name: 'Arquivos do post' }).getByRole('listitem');

const expectSent = (bytes: number) =>
  expect.poll(proxy.countSentBytes, { timeout: 30_000, intervals: [50] }).toBeGreaterThan(bytes);

async function breakAfter(page: Page, bytes: number): Promise<void> {
  await expectSent(bytes);
  proxy.cut();
  await expect(tile(page)).toContainText('sem conexão');
  proxy.restore();
  await expect(tile(page)).not.toContainText('sem conexão');
}

async function expectUploadRemoved({ token }: TestUser): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const standing = async () => (await fetch(uploadUrl, { method: 'HEAD', headers })).status;
  await expect.poll(standing).toBe(404);
  expect(proxy.countSentBytes()).toBeLessThan(SIZE);
}

test('a large video resumes at the byte at which its connection failed, and is scheduled', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await breakAfter(page, 4 * MEGABYTE);
  await breakAfter(page, 9 * MEGABYTE);

  await continueToDetails(page, 'Reels');
  await scheduleInForm(page, { caption });
  const posts = await fetchPosts(stack.url, connectedUser.token);
  expect(posts).toMatchObject([{ caption, status: 'scheduled', mediaType: 'REELS' }]);
  const [first = 0, second = 0, third = 0] = uploadStarts;
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(MEGABYTE);
  expect(third).toBeGreaterThan(second);
  // Only bytes that were in transit are sent twice.
  expect(proxy.countSentBytes()).toBeLessThan(1.5 * SIZE);
  expect([second, third].map((from) => from % (16 * MEGABYTE))).not.toContain(0);
});

test('a post that is discarded during its upload leaves no file on the server', async ({
  page,
  connectedUser,
}) => {
  await expectSent(4 * MEGABYTE);
  // On a slow machine, too, the upload is unfinished when the user discards the post.
  proxy.slowTo(SLOW);
  await getComposer(page).getByRole('button', { name: 'Cancelar' }).first().click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(getComposer(page)).toBeHidden();
  await expectUploadRemoved(connectedUser);
});
