import { me, register } from '@pontual/contract/identity/auth.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { answerBadGateway } from '../../../testing/bad-gateway.ts';
import { aUser } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';

const email = page.getByLabelText('E-mail');
const password = page.getByLabelText('Senha', { exact: true });
const confirmation = page.getByLabelText('Confirmar senha');
const submit = page.getByRole('button', { name: 'Criar conta' });

async function fillIn(address: string, secret: string, confirmed = secret): Promise<void> {
  await email.fill(address);
  await password.fill(secret);
  await confirmation.fill(confirmed);
  await submit.click();
}

test('the form warns about a common password and one that contains the email address', async () => {
  await openPage('/register');
  const warning = page.getByText(/^Esta senha é muito usada e fácil de adivinhar/);
  await email.fill('carioba@exemplo.com.br');
  await password.fill('Senha');
  await expect.element(warning).not.toBeInTheDocument();
  for (const guessable of ['Senha123', 'Carioba2026']) {
    await password.fill(guessable);
    await expect.element(warning).toBeVisible();
    await password.fill('CanecaTrilhoVento4');
    await expect.element(warning).not.toBeInTheDocument();
  }
});

test('a visitor whose stored session has ended sees the form', async () => {
  server.refuse(me, 'UNAUTHENTICATED');
  await openPage('/register', { as: aUser() });
  await expect.element(email).toBeVisible();
  expect(location.pathname).toBe('/register');
  expect(localStorage.getItem('pontual.token')).toBeNull();
});

test('a user is redirected to the dashboard, also while the server is away', async () => {
  answerBadGateway(me);
  await openPage('/register', { as: aUser() });
  await expect.poll(() => location.pathname).toBe('/dashboard');
});

test('each field shows its error until the user edits it', async () => {
  await openPage('/register', { size: PHONE });
  await expect
    .element(page.getByText('Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número'))
    .toBeVisible();
  await submit.click();
  await expect.element(email).toHaveAccessibleDescription('E-mail é obrigatório');
  await expect.element(password).toHaveAccessibleDescription(/Senha é obrigatória/);
  await expect.element(confirmation).toHaveAccessibleDescription('Confirme sua senha');
  await expectAccessible();

  await email.fill('marina');
  await password.fill('Abc1');
  await confirmation.fill('Abc2');
  for (const gone of ['E-mail é obrigatório', 'Senha é obrigatória', 'Confirme sua senha']) {
    await expect.element(page.getByText(gone)).not.toBeInTheDocument();
  }
  await submit.click();
  await expect.element(email).toHaveAccessibleDescription('E-mail inválido');
  await expect
    .element(password)
    .toHaveAccessibleDescription(/Senha deve ter no mínimo 6 caracteres/);
  await expect.element(confirmation).toHaveAccessibleDescription('Senhas não coincidem');
});

test('a password needs a lower-case letter, an upper-case letter and a digit', async () => {
  await openPage('/register');
  for (const weak of ['senha1', 'SENHA1', 'Senhas']) {
    await fillIn('marina@example.com', weak);
    await expect
      .element(password)
      .toHaveAccessibleDescription(
        /Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número/,
      );
  }
  expect(server.calls(register)).toEqual([]);
});

test('an email address that is already registered is refused', async () => {
  await openPage('/register');
  server.refuse(register, 'EMAIL_TAKEN');
  await fillIn('ana@example.com', 'Senha1');
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Este e-mail já tem uma conta. Entre com ele ou use outro e-mail.');
  expect(location.pathname).toBe('/register');
});

test('the login page follows a successful registration', async () => {
  await openPage('/register');
  server.answer(register, { user: aUser() });
  await fillIn('ana@example.com', 'Senha1');
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent('Conta criada com sucesso! Redirecionando para login...');
  await expect.poll(() => location.pathname).toBe('/login');
  expect(server.calls(register).map(({ body }) => body)).toEqual([
    { email: 'ana@example.com', password: 'Senha1' },
  ]);
});
