import type { Page } from '@playwright/test';
import { chooseAndContinue, fillForm, getForm } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';

const getRestoredMessage = (page: Page) => getForm(page).getByText('Você continua de onde parou.');
const getCaption = (page: Page) => getForm(page).getByLabel('Legenda');

async function reloadAcceptingPrompt(page: Page): Promise<void> {
  const dialogTypes: string[] = [];
  page.once('dialog', (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(dialogTypes).toEqual(['beforeunload']);
}

const readHeldLocks = async () => {
  const { held } = await navigator.locks.query();
  return held.map(({ name }) => name).filter((name) => name?.startsWith('pontual.composer.'));
};

async function expectEmpty(page: Page): Promise<void> {
  await expect(getForm(page).getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(getForm(page).getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(getRestoredMessage(page)).toBeHidden();
}

test('a second tab neither receives the draft of the first nor overwrites it', async ({
  page: first,
  context,
  connectedUser,
  caption,
  pictureFile,
}) => {
  expect(connectedUser.user.plan).toBe('free');
  await first.goto('/create-post');
  await fillForm(first, { files: await pictureFile('primeira.jpg'), caption });

  const second = await context.newPage();
  await second.goto('/create-post');
  await expectEmpty(second);
  await chooseAndContinue(second, await pictureFile('segunda.jpg'));
  await getCaption(second).fill('Da segunda aba');

  await first.reload();
  await expect(getRestoredMessage(first)).toBeVisible();
  await expect(getCaption(first)).toHaveValue(caption);
  await expect(getForm(first).getByText('primeira.jpg').first()).toBeVisible();

  await test.step('the browser asks before the unsaved post of the second tab is lost', async () => {
    await reloadAcceptingPrompt(second);
    await expectEmpty(second);
  });

  await first.close();
  // The browser releases the locks of a closed tab a moment later.
  await expect.poll(() => second.evaluate(readHeldLocks)).toEqual([]);
  await second.reload();
  await expect(getRestoredMessage(second)).toBeVisible();
  await expect(getCaption(second)).toHaveValue(caption);
});
