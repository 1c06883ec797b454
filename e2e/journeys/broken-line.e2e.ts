import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { postsOf, type Account } from '../api.ts';
import { chooseFile, composerOf, goOn, scheduleInForm } from '../composer.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { wireTo } from '../line.ts';
import { aVideoOf } from '../videos.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 20 * MEGABYTE;
const SLOW = 0.1 * MEGABYTE;

let wire: Awaited<ReturnType<typeof wireTo>>;
/** Where each request began that brought a part of the file. */
let begun: number[];
/** Where the file lies on the server. */
let address: string;

test.beforeEach(async ({ page, stack, connectedUser, tolerate }, testInfo) => {
  tolerate(/net::ERR_/);
  wire = await wireTo(stack.url, 4 * MEGABYTE);
  await logIn(page, wire, connectedUser);
  const path = testInfo.outputPath('fornada.mp4');
  await writeFile(path, await aVideoOf(SIZE));
  begun = [];
  page.on('request', (request) => {
    if (request.method() !== 'PATCH') return;
    begun.push(Number(request.headers()['upload-offset']));
    address = request.url();
  });
  await page.goto(`${wire.url}/schedule`);
  await page.getByRole('button', { name: 'Agende seu próximo post' }).click();
  await chooseFile(page, path);
});
test.afterEach(() => wire.close());

const tile = (page: Page) =>
  composerOf(page).getByRole('list', { name: 'Arquivos do post' }).getByRole('listitem');

const expectCarried = (bytes: number) =>
  expect.poll(wire.carried, { timeout: 30_000, intervals: [50] }).toBeGreaterThan(bytes);

/** Cuts the line once so much has gone through it, and mends it when that was noticed. */
async function breakAfter(page: Page, bytes: number): Promise<void> {
  await expectCarried(bytes);
  wire.cut();
  await expect(tile(page)).toContainText('sem conexão');
  wire.mend();
  await expect(tile(page)).not.toContainText('sem conexão');
}

/** The server no longer has what there was of the file, and the rest does not come. */
async function expectToBeTakenBack({ token }: Account): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const standing = async () => (await fetch(address, { method: 'HEAD', headers })).status;
  await expect.poll(standing).toBe(404);
  expect(wire.carried()).toBeLessThan(SIZE);
}

test('a large video goes on from the very byte at which its line broke, and is scheduled', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  // In the middle of the first part of 16 MB, and again in what is left.
  await breakAfter(page, 4 * MEGABYTE);
  await breakAfter(page, 9 * MEGABYTE);

  await goOn(page, 'Reels');
  await scheduleInForm(page, { caption });
  const posts = await postsOf(stack.url, connectedUser.token);
  expect(posts).toMatchObject([{ caption, status: 'scheduled', mediaType: 'REELS' }]);
  const [first = 0, second = 0, third = 0] = begun;
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(MEGABYTE);
  expect(third).toBeGreaterThan(second);
  // Nothing went out twice but what was on the line.
  expect(wire.carried()).toBeLessThan(1.5 * SIZE);
  expect([second, third].map((from) => from % (16 * MEGABYTE))).not.toContain(0);
});

test('a post that is discarded while its video is on its way leaves nothing on the server', async ({
  page,
  connectedUser,
}) => {
  await expectCarried(4 * MEGABYTE);
  // However slow the machine is, the rest has not come when the user decides.
  wire.slowTo(SLOW);
  await composerOf(page).getByRole('button', { name: 'Cancelar' }).first().click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(composerOf(page)).toBeHidden();
  await expectToBeTakenBack(connectedUser);
});
