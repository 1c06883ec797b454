import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { postsOf, schedule } from '../api.ts';
import { timelineEntry } from '../composer.ts';
import { expect, test } from '../fixtures.ts';
import { lineOf } from '../line.ts';
import { aPicture, aPictureOf } from '../pictures.ts';

const MINUTE = 60_000;
const MEGABYTE = 1024 * 1024;

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Descartar esta mudança?' });

/** Leads to the calendar by a link, so that Back stays in the application. */
async function toCalendar(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Calendário' }).first().click();
}

async function choose(page: Page, dialog: Locator, path: string): Promise<void> {
  const button = dialog
    .getByRole('button', { name: /^(Escolher arquivo|Trocar)$/ })
    .filter({ hasText: /./ });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(path);
}

/** The browser itself asks before the page is loaded again, and hears that it is not to be. */
async function expectReloadToBeAsked(page: Page): Promise<void> {
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate('location.reload()');
  await expect.poll(() => asked).toEqual(['beforeunload']);
}

test('whoever leaves while another file is on its way is asked, and what is given up is taken back', async ({
  page,
  stack,
  connectedUser,
  caption,
}, testInfo) => {
  const path = testInfo.outputPath('vitrine.jpg');
  await writeFile(path, await aPictureOf(6 * MEGABYTE));
  const before = await schedule(stack.url, connectedUser.token, {
    caption: `${caption} #falha_create_36003_2207009`,
    scheduledTime: new Date(Date.now() + 2 * MINUTE),
    picture: await aPicture(),
  });
  await toCalendar(page);
  const button = timelineEntry(page, caption).getByRole('button', { name: 'Trocar arquivo' });
  await button.click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Trocar arquivo' });
  const stay = question(page).getByRole('button', { name: 'Continuar enviando' });
  const line = await lineOf(page);
  // However slow the machine is, it is still on its way when all this is over.
  await line.slowDown(MEGABYTE / 32);
  const first = page.waitForRequest((request) => request.method() === 'PATCH');
  await choose(page, dialog, path);
  await first;

  await test.step('by Esc, by Back and by the tab', async () => {
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveAccessibleDescription(
      'O arquivo ainda está sendo enviado. Se você sair agora, o envio para e o post continua como está.',
    );
    await stay.click();
    await expect(question(page)).toBeHidden();
    await page.evaluate('history.back()');
    await stay.click();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/schedule$/);
    await expectReloadToBeAsked(page);
    await expect(dialog.getByRole('progressbar', { name: 'Enviando vitrine.jpg' })).toBeVisible();
  });

  const takenBack = page.waitForRequest((request) => request.method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await question(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  expect((await takenBack).url()).toContain('/api/uploads/');
  await button.click();
  await expect(dialog.getByText('Arquivo atual')).toBeVisible();
  await page.evaluate('history.back()');
  await expect(page).toHaveURL(/\/dashboard$/);
  const [post] = await postsOf(stack.url, connectedUser.token);
  // Links are made anew each hour.
  const sizesOf = (items: typeof before.mediaItems = []) =>
    items.map(({ width, height }) => [width, height]);
  expect(sizesOf(post?.mediaItems)).toEqual(sizesOf(before.mediaItems));
});

test('a text that was typed and not saved is not lost by Back', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await schedule(stack.url, connectedUser.token, {
    caption: `${caption} #falha_create_36004_2207010`,
    scheduledTime: new Date(Date.now() + 2 * MINUTE),
    picture: await aPicture(),
  });
  await toCalendar(page);
  const button = timelineEntry(page, caption).getByRole('button', { name: 'Editar legenda' });
  await button.click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Editar legenda' });
  await dialog.getByLabel('Legenda', { exact: true }).fill('Fornada nova');
  await page.evaluate('history.back()');
  await expect(question(page)).toContainText('O texto que você escreveu ainda não foi salvo');
  await question(page).getByRole('button', { name: 'Continuar editando' }).click();
  await expect(dialog.getByLabel('Legenda', { exact: true })).toHaveValue('Fornada nova');
  await page.evaluate('history.back()');
  await question(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
