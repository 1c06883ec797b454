import type { Browser, Page } from '@playwright/test';
import { login } from '@pontual/contract/identity/auth.ts';
import { call, type TestUser } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { fillLogin } from '../support/login-form.ts';
import type { Sandbox } from '../support/sandbox.ts';
import type { Stack } from '../support/stack.ts';

const emailProof = (page: Page) =>
  page.getByRole('form', { name: 'Trocar e-mail' }).getByLabel('Sua senha', { exact: true });

async function openBrowser(browser: Browser, stack: Stack, account: TestUser): Promise<Page> {
  const { email, password } = account;
  const { token, user } = await call(stack.url, login, { body: { email, password } });
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  await logIn(page, stack, { ...account, token, user });
  await page.goto('/schedule');
  await expect(page.getByRole('grid')).toBeVisible();
  return page;
}

async function findEmailLink(sandbox: Sandbox, address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await sandbox.findEmails(address);
      link = mails.flatMap(({ text }) => text.match(/https?:\S+confirm-email#\S+/g) ?? []).at(-1);
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

test('a user changes the password, which logs out the other device and sends an email', async ({
  page,
  browser,
  stack,
  sandbox,
  user,
}) => {
  const other = await openBrowser(browser, stack, user);
  await page.goto('/account');
  const form = page.getByRole('form', { name: 'Trocar senha' });
  const [current, next] = [form.getByLabel('Senha atual'), form.getByLabel('Nova senha')];
  await current.fill(user.password);
  await next.fill('Outra456');
  await form.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(page.getByText('Senha trocada. Os outros dispositivos saíram.')).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(other).toHaveURL('/login', { timeout: 10_000 });
  await expect
    .poll(async () => (await sandbox.findEmails(user.email)).map(({ subject }) => subject))
    .toEqual(['Sua senha foi alterada']);

  await fillLogin(other, { email: user.email, password: 'Outra456' });
  await expect(other).toHaveURL(/\/(dashboard|schedule)$/);
  await other.context().close();
});

test('a user confirms a new address by its link and logs in with it', async ({
  page,
  browser,
  stack,
  sandbox,
  user,
}) => {
  const other = await openBrowser(browser, stack, user);
  const email = `novo-${user.email}`;
  await page.goto('/account');
  const form = page.getByRole('form', { name: 'Trocar e-mail' });
  await form.getByLabel('Novo e-mail').fill(email);
  await emailProof(page).fill(user.password);
  await emailProof(page).press('Enter');
  await expect(page.getByText(`Link enviado para ${email}`)).toBeVisible();
  await expect(page.getByText(`Falta confirmar ${email}`)).toBeVisible();
  await expect
    .poll(async () => (await sandbox.findEmails(user.email)).map(({ subject }) => subject))
    .toEqual(['Troca do e-mail da sua conta']);

  await page.goto(await findEmailLink(sandbox, email));
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(page.getByRole('status')).toHaveText(`A partir de agora você entra com ${email}.`);
  await expect(page.getByRole('link', { name: 'Ir para Sua conta' })).toBeFocused();
  await expect(other).toHaveURL('/login', { timeout: 10_000 });
  await other.context().close();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('main').getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText('Falta confirmar')).toHaveCount(0);
});
