import { me } from '@pontual/contract/identity/auth.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillLogin } from '../support/login-form.ts';

test('a visitor registers, logs in after a wrong password, stays logged in, and logs out on the server too', async ({
  page,
  stack,
  sandbox,
  tolerate,
}) => {
  tolerate(/401 .*\/api\/auth\/login/);
  const email = `marina-${process.pid}-${Date.now()}@example.com`;
  await page.goto('/register');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('Senha1');
  await page.getByLabel('Confirmar senha').fill('Senha1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page).toHaveURL('/login');

  await fillLogin(page, { email, password: 'Senha2' });
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos');
  await expect(page.getByLabel('E-mail')).toBeEnabled();
  await fillLogin(page, { email, password: 'Senha1' });
  await expect(page).toHaveURL('/dashboard');
  await page.reload();
  await expect(page.getByText('Confirme seu e-mail.')).toBeVisible();
  await expect.poll(() => sandbox.findVerificationLink(email)).toBeDefined();
  await page.goto((await sandbox.findVerificationLink(email)) ?? '');
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(page.getByRole('status')).toContainText(`${email} está confirmado.`);
  await page.goto('/dashboard');
  await expect(page.getByText('Confirme seu e-mail.')).toHaveCount(0);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();

  const token = await page.evaluate<string>(`localStorage.getItem('pontual.token')`);
  const ended = page.waitForResponse(/\/api\/auth\/logout$/);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await ended;
  await expect(call(stack.url, me, { token })).rejects.toThrow('UNAUTHENTICATED');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});
