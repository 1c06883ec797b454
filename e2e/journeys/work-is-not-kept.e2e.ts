import type { Page } from '@playwright/test';
import { chooseAndContinue, fillForm, formOf } from '../composer.ts';
import { expect, test } from '../fixtures.ts';

const restored = (page: Page) => formOf(page).getByText('Você continua de onde parou.');
const captionOf = (page: Page) => formOf(page).getByLabel('Legenda');

/** The browser itself asks before the page is loaded again; the answer is to go. */
async function reloadAsked(page: Page): Promise<void> {
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
}

/** Runs in the page: the places for kept work that tabs hold. */
const placesHeld = async () => {
  const { held } = await navigator.locks.query();
  return held.map(({ name }) => name).filter((name) => name?.startsWith('pontual.composer.'));
};

async function expectEmpty(page: Page): Promise<void> {
  await expect(formOf(page).getByRole('heading', { name: 'Envie seus arquivos' })).toBeVisible();
  await expect(formOf(page).getByRole('list', { name: 'Arquivos do post' })).toBeHidden();
  await expect(restored(page)).toBeHidden();
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
  await captionOf(second).fill('Da segunda aba');

  await first.reload();
  await expect(restored(first)).toBeVisible();
  await expect(captionOf(first)).toHaveValue(caption);
  await expect(formOf(first).getByText('primeira.jpg').first()).toBeVisible();

  await test.step('what the second holds would be lost: the browser asks', async () => {
    await reloadAsked(second);
    await expectEmpty(second);
  });

  await first.close();
  // The browser frees what a closed tab held a moment later.
  await expect.poll(() => second.evaluate(placesHeld)).toEqual([]);
  await second.reload();
  await expect(restored(second)).toBeVisible();
  await expect(captionOf(second)).toHaveValue(caption);
});
