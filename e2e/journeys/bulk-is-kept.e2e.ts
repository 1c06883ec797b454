import type { Page } from '@playwright/test';
import { refundSubscription } from '@pontual/contract/billing.ts';
import { planLimits } from '@pontual/contract/plan-limits.ts';
import { call, postsOf } from '../api.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { withPlan } from '../payments.ts';

const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

async function choose(page: Page, paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Escolher arquivos', exact: true }).click(),
  ]);
  await chooser.setFiles(paths);
}

async function writeCaption(page: Page, text: string): Promise<void> {
  await row(page, 'Post 1').getByRole('button', { name: 'Editar Post 1' }).click();
  await row(page, 'Post 1').getByLabel('Legenda').fill(text);
  await row(page, 'Post 1').getByLabel('Legenda').blur();
}

test('a plan that ends meanwhile takes nothing from the page; whoever sends is told', async ({
  page,
  stack,
  connectedUser,
  pictureFile,
  tolerate,
}) => {
  tolerate(/403 .*\/api\/bulk/);
  const { token } = connectedUser;
  await logIn(page, stack, await withPlan(stack.url, connectedUser, 'pro'));
  await page.goto('/bulk');
  await choose(page, [await pictureFile('um.jpg')]);
  await writeCaption(page, 'Fornada das sete');
  const send = page.getByRole('button', { name: 'Agendar 1 post' });
  await expect(send).toBeEnabled();

  const asked = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith(planLimits.path) &&
      (await answer.text()).includes('"bulkUpload":false'),
  );
  // Within the trial it ends at once.
  await call(stack.url, refundSubscription, { token });
  await asked;
  await send.click();
  const told = page.getByRole('alert').filter({ hasText: 'O seu plano não inclui isto.' });
  await expect(told.first()).toBeVisible();
  await expect(row(page, 'Post 1').getByLabel('Legenda')).toHaveValue('Fornada das sete');
  expect(await postsOf(stack.url, token)).toEqual([]);
});
