import type { Page } from '@playwright/test';
import { expect, logIn, test } from '../support/fixtures.ts';
import { fillLogin } from '../support/login-form.ts';

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Excluir sua conta?' });
const openDialog = (page: Page) =>
  page.getByRole('button', { name: 'Excluir conta' }).press('Enter');

test('a user deletes the account by keyboard, which ends every session', async ({
  page,
  browser,
  stack,
  sandbox,
  user,
  tolerate,
}) => {
  tolerate(/40[134] .*\/api\//);
  const context = await browser.newContext({ baseURL: stack.url });
  const other = await context.newPage();
  await logIn(other, stack, user);
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/account');
  await openDialog(page);
  await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await dialog(page).getByLabel('Sua senha', { exact: true }).focus();
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/exclusao-de-dados\/[\w-]{22}$/);
  await expect(other).toHaveURL('/login', { timeout: 10_000 });
  await expect
    .poll(async () => (await sandbox.findEmails(user.email)).map(({ subject }) => subject), {
      timeout: 60_000,
    })
    .toEqual(['Sua conta foi excluída']);
  await expect(page).toHaveURL(/\/exclusao-de-dados\//);

  await page.goto('/account');
  await expect(page).toHaveURL('/login');
  await fillLogin(page, { email: user.email, password: user.password });
  await expect(page.getByRole('alert')).toContainText(/incorret/);
  await context.close();
});
