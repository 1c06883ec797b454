import type { Page } from '@playwright/test';
import { postsOf, schedule } from '../api.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { fillLogin } from '../login-form.ts';
import { aPicture } from '../pictures.ts';

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Excluir sua conta?' });
const open = (page: Page) => page.getByRole('button', { name: 'Excluir conta' }).press('Enter');

test('an account is deleted by the keyboard, after a wrong password', async ({
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
  await open(page);
  await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await expect(dialog(page)).toContainText('Nada mais será publicado por aqui.');
  await expect(dialog(page)).toContainText('Os posts que já saíram continuam no seu Instagram.');
  await expect(dialog(page)).toContainText('Baixe uma cópia dos seus dados antes');
  await expect(dialog(page)).toContainText(`Quando terminar, avisamos em ${user.email}.`);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Excluir conta' })).toBeFocused();

  await open(page);
  const password = dialog(page).getByLabel('Sua senha', { exact: true });
  await dialog(page).getByRole('button', { name: 'Excluir conta' }).press('Enter');
  await expect(password).toHaveAccessibleDescription('Senha é obrigatória');
  await expect(password).toBeFocused();
  await page.keyboard.type('Errada123');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/^Senha incorreta/);
  await expect(password).toBeFocused();

  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/exclusao-de-dados\/[\w-]{22}$/);
  await expect(other).toHaveURL('/login', { timeout: 10_000 });
  await expect
    .poll(async () => (await sandbox.mail(user.email)).map(({ subject }) => subject), {
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

test('on a phone it says how many posts will not go out, and cancelling keeps all', async ({
  page,
  stack,
  connectedUser,
  caption,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { token, password } = connectedUser;
  const scheduledTime = new Date(Date.now() + 86_400_000);
  await schedule(stack.url, token, { caption, scheduledTime, picture: await aPicture() });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Excluir conta' }).click();
  await expect(dialog(page)).toContainText('Seu post agendado não vai sair.');
  await dialog(page).getByLabel('Sua senha', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await expect(page).toHaveURL('/account');
  await page.getByRole('button', { name: 'Excluir conta' }).click();
  await expect(dialog(page).getByLabel('Sua senha', { exact: true })).toHaveValue('');
  expect(await postsOf(stack.url, token)).toHaveLength(1);
});
