import type { Page } from '@playwright/test';
import { connectionErrors } from '@pontual/contract/instagram/connection-errors.ts';
import { expect, test } from '../support/fixtures.ts';

async function logInAtFacebook(page: Page, username: string, unticked: readonly string[] = []) {
  await page.getByRole('button', { name: username, exact: true }).click();
  for (const name of unticked) await page.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('button', { name: 'Continuar' }).click();
}

test('a user chooses one of two accounts under one login, and the choice survives a reconnection', async ({
  page,
  user,
  stack,
  sandbox,
  tolerate,
}, { testId }) => {
  // The choice has expired.
  tolerate(/410 .*\/instagram\/choice/);
  const mark = testId.replaceAll(/\W/g, '').slice(-10).toLowerCase();
  const [a, b] = [`loja.${mark}`, `atelie.${mark}`];
  await sandbox.createAccount(a, { name: 'Loja da Praça' });
  await sandbox.createAccount(b, { owner: a, name: 'Ateliê da Praça' });

  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText(user.email)).toBeVisible();
  await page.getByRole('button', { name: 'Conectar Instagram' }).click();
  await logInAtFacebook(page, a, ['instagram_content_publish']);
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toContainText(connectionErrors.missing_publish);

  await alert.getByRole('button', { name: 'Pedir de novo' }).click();
  await logInAtFacebook(page, a);
  const choice = page.getByRole('group', { name: 'Contas do Instagram' });
  await expect(choice.getByRole('radio')).toHaveCount(2);
  await expect(choice.getByRole('radio', { name: `@${a} Página Loja da Praça` })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Conectar', exact: true })).toBeDisabled();
  await choice.getByRole('radio', { name: `@${b} Página Ateliê da Praça` }).check();
  await page.getByRole('button', { name: 'Conectar', exact: true }).click();
  await expect(page.getByRole('heading', { name: `@${b}` })).toBeVisible();

  // The product links here where a reconnection is needed; the address is the same.
  const headers = { authorization: `Bearer ${user.token}` };
  const begun = await page.request.get(`${stack.url}/api/auth/instagram-url`, { headers });
  const { data } = (await begun.json()) as { data: { authUrl: string } };
  await page.goto(data.authUrl);
  await logInAtFacebook(page, a);
  await expect(page).toHaveURL('/connected?connected=true');
  await expect(page.getByRole('heading', { name: `@${b}` })).toBeVisible();

  await page.goto('/connected/choose');
  await expect(page.getByRole('heading', { name: 'Nada foi conectado' })).toBeVisible();
});
