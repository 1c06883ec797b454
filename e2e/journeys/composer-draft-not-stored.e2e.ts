import type { Page } from '@playwright/test';
import { chooseAndContinue, fillForm, getForm } from '../support/composer.ts';
import { expect, test } from '../support/fixtures.ts';

const getRestoredMessage = (page: Page) => getForm(page).getByText('Você continua de onde parou.');
const getCaption = (page: Page) => getForm(page).getByLabel('Legenda');

/** The browser itself asks before the page is loaded again; the answer is to go. */
async function reloadAcceptingPrompt(page: Page): Promise<void> {
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
}

/** Runs in the page: the places for kept work that tabs hold. */
const readHeldLocks = async () => {
  const { held } = await navigator.locks.query();
  return held.map(({ name }) => name).filter((name) => name?.startsWith('pontual.composer.'));
};

async function expectEmpty(page: Page): Promise<void> {
  await expect(getForm(page).getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(getForm(page).getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(getRestoredMessage(page)).toBeHidden();
}

test('a second tab neither gets what the first is at nor writes over it', async ({
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

  await test.step('what the second holds would be lost: the browser asks', async () => {
    await reloadAcceptingPrompt(second);
    await expectEmpty(second);
  });

  await first.close();
  // The browser frees what a closed tab held a moment later.
  await expect.poll(() => second.evaluate(readHeldLocks)).toEqual([]);
  await second.reload();
  await expect(getRestoredMessage(second)).toBeVisible();
  await expect(getCaption(second)).toHaveValue(caption);
});
