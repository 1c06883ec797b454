import type { Browser, Page } from '@playwright/test';
import { getAccount } from '@pontual/contract/account.ts';
import { login } from '@pontual/contract/auth.ts';
import { call, type Account } from '../api.ts';
import { expect, logIn, test } from '../fixtures.ts';
import { fillLogin } from '../login-form.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Stack } from '../stack.ts';

const devices = (page: Page) => page.getByRole('region', { name: 'Dispositivos' });

/** More than one form asks for it. */
const emailProof = (page: Page) =>
  page.getByRole('form', { name: 'Trocar e-mail' }).getByLabel('Sua senha', { exact: true });

/** A second browser in which the same account is open. */
async function anotherBrowser(browser: Browser, stack: Stack, account: Account): Promise<Page> {
  const { email, password } = account;
  const { token, user } = await call(stack.url, login, { body: { email, password } });
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  await logIn(page, stack, { ...account, token, user });
  await page.goto('/schedule');
  await expect(page.getByRole('grid')).toBeVisible();
  return page;
}

/** Where the newest link of a mail to this address leads. */
async function linkTo(sandbox: Sandbox, address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await sandbox.mail(address);
      link = mails.flatMap(({ text }) => text.match(/https?:\S+confirm-email#\S+/g) ?? []).at(-1);
      return link;
    })
    .toBeDefined();
  return link ?? '';
}

test('who one is stands there, reached from the account menu by the keyboard', async ({
  page,
  connectedUser,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: '@atelie.barro' }).first().press('Enter');
  await page.getByRole('link', { name: 'Sua conta' }).press('Enter');
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Sua conta' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Conta' })).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.getByText(connectedUser.email, { exact: true })).toBeVisible();
  await expect(main.getByText(/^@atelie\.barro no Instagram, desde/)).toBeVisible();
  await expect(main.getByText('Gratuito')).toBeVisible();
});

test('the theme is chosen and survives a reload', async ({ page, user }) => {
  await page.goto('/account');
  await expect(page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();
  await page.getByRole('main').getByText('Escuro').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('main').getByRole('radio', { name: 'Escuro' })).toBeChecked();
  await page.getByRole('main').getByText('Sistema', { exact: true }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
});

test('a mail is switched off by the keyboard, and stays off', async ({ page, stack, user }) => {
  await page.goto('/account');
  const summary = page.getByRole('switch', { name: 'Resumo da semana' });
  await expect(summary).toBeChecked();
  await summary.press('Space');
  await expect(page.getByText('Preferência salva')).toBeVisible();
  await page.reload();
  await expect(summary).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Post não saiu' })).toBeChecked();
  const { notifications } = await call(stack.url, getAccount, { token: user.token });
  expect(notifications).toEqual({ postFailed: true, postAtRisk: true, weeklySummary: false });
});

test('a switch that the server does not take goes back and says so', async ({
  page,
  user,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto('/account');
  await expect(page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();
  const failed = page.getByRole('switch', { name: 'Post não saiu' });
  await expect(failed).toBeChecked();
  await page.context().setOffline(true);
  await failed.press('Space');
  await expect(page.getByRole('alert')).toContainText('Sem conexão com o servidor');
  await expect(failed).toBeChecked();
  await page.context().setOffline(false);
});

test('leaving one device logs it out there at once', async ({ page, browser, stack, user }) => {
  const other = await anotherBrowser(browser, stack, user);
  await page.goto('/account');
  const rows = devices(page).getByRole('listitem');
  // The fixture logged in through the API, which names no browser.
  await expect(rows).toHaveCount(2);
  const [here, there] = [rows.first(), rows.nth(1)];
  await expect(here).toContainText('Este dispositivo');
  await expect(there).toContainText(/Último uso: hoje, \d\d:\d\d/);
  await there.getByRole('button', { name: /^Sair deste dispositivo/ }).click();
  await expect(page.getByText(/saiu da sua conta$/)).toBeVisible();
  await expect(rows).toHaveCount(1);
  // Not by a call of its own: nobody touched it. The poll behind the stream is slower than this.
  await expect(other).toHaveURL('/login', { timeout: 10_000 });
  await expect(page).toHaveURL('/account');
  await other.context().close();
});

test('leaving all the others logs out all but this one', async ({ page, browser, stack, user }) => {
  const others = [
    await anotherBrowser(browser, stack, user),
    await anotherBrowser(browser, stack, user),
  ];
  await page.goto('/account');
  await devices(page).getByRole('button', { name: 'Sair de todos os outros' }).click();
  await expect(page.getByText('2 dispositivos saíram da sua conta')).toBeVisible();
  await expect(devices(page).getByRole('heading', { name: 'Dispositivos' })).toBeFocused();
  for (const other of others) {
    await expect(other).toHaveURL('/login', { timeout: 10_000 });
    await other.context().close();
  }
  await expect(devices(page).getByRole('button', { name: /outros/ })).toHaveCount(0);
});

test('leaving all devices, this one too, is asked for and ends them at once', async ({
  page,
  browser,
  stack,
  user,
  tolerate,
}) => {
  // What the page was asking for just then.
  tolerate(/401/);
  const other = await anotherBrowser(browser, stack, user);
  await page.goto('/account');
  const all = devices(page).getByRole('button', { name: 'Sair de todos, inclusive deste' });
  await all.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Sair de todos os dispositivos?' });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(all).toBeFocused();
  await all.press('Enter');
  await question.getByRole('button', { name: 'Sair de todos' }).press('Enter');
  await expect(page).toHaveURL('/login');
  // As after logging out: nothing is left of the account, and nobody is told of a lost session.
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).not.toContain('pontual.token');
  expect(kept).not.toContain('pontual.user');
  await expect(page.getByText('Sua sessão terminou')).toHaveCount(0);
  await expect(other).toHaveURL('/login', { timeout: 10_000 });
  await other.context().close();
});

test('leaving this device leads to the login page', async ({ page, user }) => {
  await page.goto('/account');
  await expect(page.getByRole('main').getByText(user.email, { exact: true })).toBeVisible();
  const ended = page.waitForResponse(/\/api\/auth\/logout$/);
  await devices(page)
    .getByRole('button', { name: /^Sair deste dispositivo/ })
    .click();
  await expect(page).toHaveURL('/login');
  await ended;
});

test('the password is changed with the current one, which holds no more', async ({
  page,
  browser,
  stack,
  sandbox,
  user,
  tolerate,
}) => {
  tolerate(/403 .*\/api\/account\/password/);
  const other = await anotherBrowser(browser, stack, user);
  await page.goto('/account');
  const form = page.getByRole('form', { name: 'Trocar senha' });
  const [current, next] = [form.getByLabel('Senha atual'), form.getByLabel('Nova senha')];
  await form.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(current).toHaveAccessibleDescription('Senha é obrigatória');
  await expect(current).toBeFocused();

  await current.fill('Errada1');
  await expect(form.getByText('Senha é obrigatória')).toHaveCount(1);
  await next.fill('Outra456');
  await next.press('Enter');
  await expect(current).toHaveAccessibleDescription(/^Senha incorreta/);
  await expect(current).toBeFocused();

  await current.fill(user.password);
  await expect(form.getByText(/^Senha incorreta/)).toBeHidden();
  await form.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(page.getByText('Senha trocada. Os outros dispositivos saíram.')).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(other).toHaveURL('/login', { timeout: 10_000 });
  await expect
    .poll(async () => (await sandbox.mail(user.email)).map(({ subject }) => subject))
    .toEqual(['Sua senha foi alterada']);

  await fillLogin(other, { email: user.email, password: 'Outra456' });
  await expect(other).toHaveURL(/\/(dashboard|schedule)$/);
  await other.context().close();
});

test.describe('another e-mail', () => {
  test('is asked for, confirmed by its link, and used from then on', async ({
    page,
    browser,
    stack,
    sandbox,
    user,
  }) => {
    const other = await anotherBrowser(browser, stack, user);
    const email = `novo-${user.email}`;
    await page.goto('/account');
    const form = page.getByRole('form', { name: 'Trocar e-mail' });
    await form.getByLabel('Novo e-mail').fill(email);
    await emailProof(page).fill(user.password);
    await emailProof(page).press('Enter');
    await expect(page.getByText(`Link enviado para ${email}`)).toBeVisible();
    await expect(page.getByText(`Falta confirmar ${email}`)).toBeVisible();
    await expect
      .poll(async () => (await sandbox.mail(user.email)).map(({ subject }) => subject))
      .toEqual(['Troca do e-mail da sua conta']);

    await page.goto(await linkTo(sandbox, email));
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

  test('is taken back: its link opens nothing', async ({ page, sandbox, user, tolerate }) => {
    tolerate(/400 .*\/api\/account\/email\/confirm/);
    const email = `novo-${user.email}`;
    await page.goto('/account');
    await page.getByLabel('Novo e-mail').fill(email);
    await emailProof(page).fill(user.password);
    await page.getByRole('button', { name: 'Enviar link de confirmação' }).click();
    await page.getByRole('button', { name: 'Cancelar troca' }).click();
    await expect(page.getByText('Troca de e-mail cancelada')).toBeVisible();
    await expect(page.getByText('Falta confirmar')).toHaveCount(0);
    await page.goto(await linkTo(sandbox, email));
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Link inválido' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(
      'Este link não vale mais. Peça a troca de e-mail de novo em Sua conta.',
    );
  });

  test('that has an account is refused at its field', async ({ page, newUser, user, tolerate }) => {
    tolerate(/409 .*\/api\/account\/email/);
    const taken = await newUser();
    await page.goto('/account');
    const email = page.getByLabel('Novo e-mail');
    await email.fill(taken.email);
    await emailProof(page).fill(user.password);
    await page.getByRole('button', { name: 'Enviar link de confirmação' }).click();
    await expect(email).toHaveAccessibleDescription(
      'Este e-mail já tem uma conta. Use outro e-mail.',
    );
    await expect(email).toBeFocused();
    await email.fill(`novo-${user.email}`);
    await expect(page.getByText('Este e-mail já tem uma conta')).toBeHidden();
  });

  test('is confirmed where nobody is logged in', async ({
    page,
    browser,
    stack,
    sandbox,
    user,
    tolerate,
  }) => {
    tolerate(/401 .*\/api\//);
    const email = `novo-${user.email}`;
    await page.goto('/account');
    await page.getByLabel('Novo e-mail').fill(email);
    await emailProof(page).fill(user.password);
    await page.getByRole('button', { name: 'Enviar link de confirmação' }).click();
    const context = await browser.newContext({ baseURL: stack.url });
    const phone = await context.newPage();
    await phone.goto(await linkTo(sandbox, email));
    await phone.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await phone.getByRole('link', { name: 'Entrar' }).click();
    await fillLogin(phone, { email, password: user.password });
    await expect(phone).toHaveURL('/dashboard');
    await expect(page).toHaveURL('/login', { timeout: 10_000 });
    await context.close();
  });
});
