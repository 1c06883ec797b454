import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Download, Page } from '@playwright/test';
import { changePassword } from '@pontual/contract/account.ts';
import { fromBufferPromise } from 'yauzl';
import { call, draft, schedule } from '../api.ts';
import { expect, test } from '../fixtures.ts';
import { aPicture } from '../pictures.ts';

const HOUR = 3_600_000;

const card = (page: Page) => page.getByRole('form', { name: 'Baixar meus dados' });
const password = (page: Page) => card(page).getByLabel('Sua senha', { exact: true });
const button = (page: Page) => card(page).getByRole('button', { name: 'Baixar meus dados' });

/** What was saved, by the names in it. */
async function opened(download: Download): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(await readFile(await download.path()), { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('everything is downloaded with the password, and opens with post and picture', async ({
  page,
  stack,
  connectedUser,
  caption,
  tolerate,
}) => {
  tolerate(/403 .*\/api\/account\/export/);
  const post = await schedule(stack.url, connectedUser.token, {
    caption,
    picture: await aPicture(),
    scheduledTime: new Date(Date.now() + HOUR),
  });
  await page.goto('/account');
  await button(page).click();
  await expect(password(page)).toHaveAccessibleDescription('Senha é obrigatória');
  await expect(password(page)).toBeFocused();

  await password(page).fill('Errada1');
  await button(page).click();
  await expect(password(page)).toHaveAccessibleDescription(/^Senha incorreta/);
  await expect(password(page)).toBeFocused();

  await password(page).fill(connectedUser.password);
  const saving = page.waitForEvent('download');
  await button(page).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^pontual-dados-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText('O download dos seus dados começou')).toBeVisible();
  await expect(page).toHaveURL('/account');
  await expect(password(page)).toHaveValue('');

  const files = await opened(download);
  expect(files.get('posts-001.json')?.toString()).toContain(JSON.stringify(caption));
  expect(files.get('conta.json')?.toString()).toContain(connectedUser.email);
  expect(files.get('leia-me.txt')?.toString()).toContain('COMO LER');
  const name = [...files.keys()].find((file) => file.includes(post._id)) ?? '';
  const shown = await fetch(`${stack.url}${post.mediaItems[0]?.url}`);
  expect(sha256(files.get(name) ?? Buffer.alloc(0))).toBe(
    sha256(new Uint8Array(await shown.arrayBuffer())),
  );
});

test('by the keyboard, on a phone', async ({ page, stack, user, caption }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await draft(stack.url, user.token, { caption, picture: await aPicture() });
  await page.goto('/account');
  await password(page).focus();
  await page.keyboard.type(user.password);
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const files = await opened(await saving);
  expect(files.get('posts-001.json')?.toString()).toContain(JSON.stringify(caption));
  await expect(page.getByText('O download dos seus dados começou')).toBeVisible();
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBe(0);
});

test('a server that cannot be reached is told, and nothing is lost', async ({
  page,
  user,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto('/account');
  await password(page).fill(user.password);
  await page.context().setOffline(true);
  await button(page).click();
  await expect(card(page).getByRole('alert')).toContainText('Sem conexão com o servidor');
  await expect(password(page)).toHaveValue(user.password);
  await page.context().setOffline(false);
  const saving = page.waitForEvent('download');
  await button(page).click();
  expect(await (await saving).failure()).toBeNull();
});

test('a link of before ends with the password', async ({ page, stack, user, tolerate }) => {
  tolerate(/404 .*\/export\//);
  await page.goto('/account');
  await password(page).fill(user.password);
  const saving = page.waitForEvent('download');
  await button(page).click();
  const link = (await saving).url();
  await call(stack.url, changePassword, {
    token: user.token,
    body: { currentPassword: user.password, newPassword: 'Outra456' },
  });
  expect((await fetch(link)).status).toBe(404);
});
