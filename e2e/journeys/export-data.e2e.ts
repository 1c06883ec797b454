import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Download, Page } from '@playwright/test';
import { fromBufferPromise } from 'yauzl';
import { schedule } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { createPicture } from '../support/pictures.ts';

const HOUR = 3_600_000;

const card = (page: Page) => page.getByRole('form', { name: 'Baixar meus dados' });
const password = (page: Page) => card(page).getByLabel('Sua senha', { exact: true });

async function openArchive(download: Download): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(await readFile(await download.path()), { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a user downloads all data by keyboard, with post and picture', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  const post = await schedule(stack.url, connectedUser.token, {
    caption,
    picture: await createPicture(),
    scheduledTime: new Date(Date.now() + HOUR),
  });
  await page.goto('/account');
  await password(page).fill(connectedUser.password);
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^pontual-dados-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText('O download dos seus dados começou')).toBeVisible();
  await expect(page).toHaveURL('/account');
  await expect(password(page)).toHaveValue('');

  const files = await openArchive(download);
  expect(files.get('posts-001.json')?.toString()).toContain(JSON.stringify(caption));
  expect(files.get('conta.json')?.toString()).toContain(connectedUser.email);
  expect(files.get('leia-me.txt')?.toString()).toContain('COMO LER');
  const name = [...files.keys()].find((file) => file.includes(post._id)) ?? '';
  const shown = await fetch(`${stack.url}${post.mediaItems[0]?.url}`);
  expect(sha256(files.get(name) ?? Buffer.alloc(0))).toBe(
    sha256(new Uint8Array(await shown.arrayBuffer())),
  );
});
