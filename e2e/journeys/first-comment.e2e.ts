import type { Locator, Page } from '@playwright/test';
import { schedule } from '../support/api.ts';
import {
  fillForm,
  getForm,
  openComposer,
  openDetails,
  publishAtOnce,
  publishNow,
  scheduleInForm,
} from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';
import { inputMethods, tabTo } from '../support/input-methods.ts';
import { createPicture } from '../support/pictures.ts';

const TEXT = 'Feita à mão no Recife.\n#barro #ceramica';
const getCommentField = (where: Page | Locator) => where.getByLabel('Primeiro comentário');
/** A pass of its own publishes comments. */
const COMMENT_TIMEOUT_MS = 60_000;

test('the first comment is published below the post, and the details show it', async ({
  page,
  sandbox,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.instagramUsername).toBe('atelie.barro');
  await openComposer(page);
  await fillForm(page, { files: await pictureFile('vaso.jpg'), caption });
  await getCommentField(getForm(page)).fill(TEXT);
  await scheduleInForm(page, { caption });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await expect(details.getByText('Sai logo depois do post')).toBeVisible();
  await page.keyboard.press('Escape');
  await publishAtOnce(page, sandbox, caption);
  await expect(details.getByText('Primeiro comentário publicado').first()).toBeVisible({
    timeout: COMMENT_TIMEOUT_MS,
  });
  const [published] = await sandbox.findPublished(caption);
  expect(published?.comments.map(({ text }) => text)).toEqual([TEXT]);
});

test('a first comment is edited, refused by Instagram and retried, by keyboard at 390 px', async ({
  page,
  stack,
  sandbox,
  connectedUser: { token },
  caption,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const scheduledTime = new Date(Date.now() + 3_600_000);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await createPicture() });
  await page.goto('/schedule');
  const details = await openDetails(page, caption);
  await inputMethods.keys.press(details.getByRole('button', { name: 'Editar' }));
  await tabTo(getCommentField(details));
  await page.keyboard.type('Encomendas pelo direct');
  await inputMethods.keys.press(details.getByRole('button', { name: /^Salvar/ }));
  await expect(details).toBeHidden();
  await openDetails(page, caption);
  await expect(details.getByText('Encomendas pelo direct')).toBeVisible();
  await sandbox.armFault({ service: 'instagram', step: 'comment', fault: '100', times: 1 });
  await publishNow(page);
  await expect(details.getByText('O Instagram não aceitou o comentário.').first()).toBeVisible({
    timeout: COMMENT_TIMEOUT_MS,
  });
  await inputMethods.keys.press(details.getByRole('button', { name: 'Tentar de novo' }));
  await expect(details.getByText('Primeiro comentário publicado').first()).toBeVisible({
    timeout: COMMENT_TIMEOUT_MS,
  });
  const [published] = await sandbox.findPublished(caption);
  expect(published?.comments.map(({ text }) => text)).toEqual(['Encomendas pelo direct']);
});
