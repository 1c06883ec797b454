import type { Page } from '@playwright/test';
import { login, me } from '@pontual/contract/identity/auth.ts';
import { call } from '../support/api.ts';
import { expect, logIn, test } from '../support/fixtures.ts';
import { inputMethods } from '../support/input-methods.ts';
import { fillLogin } from '../support/login-form.ts';
import type { Sandbox } from '../support/sandbox.ts';

// Emails give times in Brasília time, independent of the time zone of their reader.
test.use({ timezoneId: 'Asia/Tokyo' });

const NEW_PASSWORD = 'Caneca2026';
const REQUEST_SENT_TEXT =
  /^Se este e-mail tiver uma conta, o link para criar uma nova senha chega em instantes\./;
const RESET_DONE_TEXT = 'Senha redefinida com sucesso! Fazendo login...';
/** The user is not logged in after resetting the password in a browser that did not request the link. */
const RESET_DONE_ELSEWHERE_TEXT = 'Senha redefinida com sucesso! Agora entre com a nova senha.';

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByRole('status')).toHaveText(REQUEST_SENT_TEXT);
}

async function findEmailLink(sandbox: Sandbox, email: string, mails = 1): Promise<string> {
  await expect.poll(async () => (await sandbox.findEmails(email)).length).toBe(mails);
  const mail = (await sandbox.findEmails(email)).at(-1);
  return /https?:\S+\/reset-password\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

async function choosePassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('Nova senha', { exact: true }).fill(password);
  await page.getByLabel('Confirmar nova senha').fill(password);
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
}

/** Playwright runs its own scripts in the email frame, where the inbox blocks scripts. */
const MAIL_FRAME_ERROR = /^Blocked script execution in 'about:srcdoc'/;

async function recover(page: Page, sandbox: Sandbox, email: string): Promise<void> {
  const hand = inputMethods.keys;
  const type = async (label: string, text: string) => {
    await hand.moveTo(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  await page.goto('/login');
  await hand.press(page.getByRole('link', { name: 'Esqueci minha senha' }));
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible();
  await type('E-mail', email);
  await hand.press(page.getByRole('button', { name: 'Enviar link' }));
  await expect(page.getByRole('status')).toHaveText(REQUEST_SENT_TEXT);

  await findEmailLink(sandbox, email);
  await page.goto(`${sandbox.url}/mail`);
  const entry = page.getByRole('listitem').filter({ hasText: email });
  await hand.press(entry.getByRole('link', { name: 'Crie uma nova senha' }));
  await hand.press(page.frameLocator('iframe').getByRole('link', { name: 'Criar nova senha' }));

  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible();
  await type('Nova senha', NEW_PASSWORD);
  await type('Confirmar nova senha', NEW_PASSWORD);
  // The time is taken before the two seconds of the page begin, because a busy machine starts them late.
  const startedAt = Date.now();
  await hand.press(page.getByRole('button', { name: 'Redefinir senha' }));
  await expect(page.getByRole('status')).toHaveText(RESET_DONE_TEXT);
  await expect(page).toHaveURL('/dashboard');
  expect(Date.now() - startedAt).toBeGreaterThan(2000);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
}

test('a user who forgot the password recovers it by keyboard', async ({
  page,
  sandbox,
  newUser,
  tolerate,
}) => {
  tolerate(MAIL_FRAME_ERROR);
  await recover(page, sandbox, (await newUser()).email);
});

test('a recovery link opened in another browser leads to the login page and ends every session', async ({
  page,
  stack,
  sandbox,
  newUser,
  browser,
  tolerate,
}) => {
  tolerate(/401 .*\/api\//);
  const { email, password, token, user } = await newUser();
  await requestLink(page, email);
  const link = await findEmailLink(sandbox, email);

  const other = await browser.newContext({ baseURL: stack.url, locale: 'pt-BR' });
  const phone = await other.newPage();
  await logIn(phone, stack, { email, password, token, user });
  await phone.goto(link);
  const startedAt = Date.now();
  await choosePassword(phone);
  await expect(phone.getByRole('status')).toHaveText(RESET_DONE_ELSEWHERE_TEXT);
  await expect(phone).toHaveURL('/login');
  expect(Date.now() - startedAt).toBeGreaterThan(3000);
  await fillLogin(phone, { email, password: NEW_PASSWORD });
  await expect(phone).toHaveURL('/dashboard');
  await other.close();

  await expect(call(stack.url, me, { token })).rejects.toThrow('UNAUTHENTICATED');
  const old = { body: { email, password } };
  await expect(call(stack.url, login, old)).rejects.toThrow('INVALID_CREDENTIALS');
  await expect
    .poll(async () => (await sandbox.findEmails(email)).map(({ subject }) => subject))
    .toEqual(['Crie uma nova senha', 'Sua senha foi alterada']);
});
