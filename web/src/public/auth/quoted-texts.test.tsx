import { forgotPassword, login, register, resetPassword } from '@pontual/contract/identity/auth.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { answerBadGateway } from '../../../testing/bad-gateway.ts';
import { closePage, DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { trackQuotedTexts } from '../../../testing/quoted-texts.ts';
import { server } from '../../../testing/stub-server.ts';
import { showWithoutTimeout } from '../../../testing/without-timeout.ts';
import { answerUserDefaults } from '../../../testing/default-answers.ts';

const email = page.getByLabelText('E-mail');
const password = page.getByLabelText('Senha', { exact: true });
const submitButton = page.getByRole('button', { name: 'Entrar', exact: true });

const REDIRECT_MS = 3000;

async function logIn(address: string, secret: string): Promise<void> {
  await email.fill(address);
  await password.fill(secret);
  await submitButton.click();
}

test('the login shows the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('login');
  await openPage('/login');
  await expectTexts('Continuar com Google');
  await submitButton.click();
  await expectTexts('E-mail é obrigatório', 'Senha é obrigatória');
  await logIn('marina@barro', 'Senh1');
  await expectTexts('E-mail inválido', 'Senha deve ter no mínimo 6 caracteres');

  const refuse = (status: number, code: string) =>
    server.answerRaw(login, status, JSON.stringify({ success: false, code, message: '' }));
  for (const { text, answer } of [
    {
      text: 'E-mail ou senha incorretos',
      answer: () => server.refuse(login, 'INVALID_CREDENTIALS'),
    },
    { text: 'Dados inválidos', answer: () => server.answerRaw(login, 400, 'Bad request') },
    {
      text: 'E-mail ou senha incorretos',
      answer: () => server.answerRaw(login, 401, '{"message":"x"}'),
    },
    {
      text: 'Erro interno do servidor. Tente novamente em alguns instantes.',
      answer: () => answerBadGateway(login),
    },
    // The response has no message, so the fallback of the client applies (specification, section 7).
    { text: 'Erro interno do servidor', answer: () => refuse(409, 'SOMETHING_ELSE') },
    { text: 'Erro inesperado. Tente novamente.', answer: () => server.answerRaw(login, 200, '{}') },
  ] as const) {
    answer();
    await logIn('marina@example.com', 'Senha12');
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    await expectTexts(text);
  }
  expect(missingTexts()).toEqual([]);
});

test('the registration shows the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('register');
  server.answer(register, { user: aUser() });
  await openPage('/register');
  const confirmation = page.getByLabelText('Confirmar senha');
  const create = page.getByRole('button', { name: 'Criar conta' });
  await expectTexts(
    'Continuar com Google',
    'Mínimo 6 caracteres com: 1 maiúscula, 1 minúscula e 1 número',
  );
  await create.click();
  await expectTexts('E-mail é obrigatório', 'Senha é obrigatória', 'Confirme sua senha');
  await email.fill('marina');
  await password.fill('Abc1');
  await confirmation.fill('Abc2');
  await create.click();
  await expectTexts(
    'E-mail inválido',
    'Senha deve ter no mínimo 6 caracteres',
    'Senhas não coincidem',
  );
  await password.fill('senha1');
  await create.click();
  await expectTexts('Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número');
  await email.fill('marina@example.com');
  await password.fill('CanecaTrilho4');
  await confirmation.fill('CanecaTrilho4');
  await create.click();
  await expectTexts('Conta criada com sucesso! Redirecionando para login...');
  expect(missingTexts()).toEqual([]);
});

test('the password recovery shows the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('recovery');
  const ask = async () => {
    await email.fill('marina@example.com');
    await page.getByRole('button', { name: /^Enviar (link|de novo)$/ }).click();
  };
  server.answerRaw(
    forgotPassword,
    409,
    JSON.stringify({ success: false, code: 'GOOGLE_ACCOUNT', message: '', accountType: 'google' }),
  );
  await openPage('/forgot-password');
  await ask();
  await expectTexts('Esta conta foi criada com Google. Para acessar, use o botão abaixo:');
  await expectTexts('Continuar com Google');
  await closePage();
  answerBadGateway(forgotPassword);
  await openPage('/forgot-password');
  await ask();
  await expectTexts('Erro ao solicitar recuperação de senha');

  await closePage();
  await openPage('/reset-password');
  await expectTexts('Token inválido', 'Token de recuperação não encontrado na URL');
  await closePage();
  server.refuse(resetPassword, 'RESET_TOKEN_INVALID');
  await openPage('/reset-password?token=inventado');
  const choose = async () => {
    await page.getByLabelText('Nova senha', { exact: true }).fill('CanecaTrilho4');
    await page.getByLabelText('Confirmar nova senha').fill('CanecaTrilho4');
    await page.getByRole('button', { name: 'Redefinir senha' }).click();
  };
  await choose();
  await expectTexts('Token inválido', 'O link de recuperação é inválido ou expirou.');
  await closePage();
  answerBadGateway(resetPassword);
  await openPage('/reset-password?token=bom');
  await choose();
  await expectTexts('Erro ao redefinir senha');
  const user = aUser();
  answerUserDefaults(user);
  server.answer(resetPassword, { token: 'token', user });
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expectTexts('Senha redefinida com sucesso! Fazendo login...');
  expect(missingTexts()).toEqual([]);
});

test('the Google callback page shows the texts of the specification', async () => {
  const { expectTexts, missingTexts } = trackQuotedTexts('googleReturn');
  await openPage('/auth/callback?error=access_denied');
  await expectTexts('Erro na autenticação com Google. Tente novamente.');
  await closePage();
  await openPage('/auth/callback');
  await expectTexts('Token não encontrado. Tente fazer login novamente.');
  expect(missingTexts()).toEqual([]);
});

describe.each([DESK, PHONE])('at $width px', (size) => {
  test('the login has no accessibility violations when it shows errors', async () => {
    await openPage('/login', { size });
    await submitButton.click();
    await expect.element(page.getByText('E-mail é obrigatório').first()).toBeVisible();
    await expectAccessible();
  });

  test('the registration has no accessibility violations when it shows errors', async () => {
    await openPage('/register', { size });
    await password.fill('senha1');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect.element(page.getByText('Confirme sua senha').first()).toBeVisible();
    await expectAccessible();
  });

  test('the Google callback page and the login after it have no accessibility violations', async () => {
    await showWithoutTimeout(REDIRECT_MS, 'Erro na autenticação com Google', () =>
      openPage('/auth/callback?error=email_unverified', { size }),
    );
    await expectAccessible();
    await page.getByRole('link', { name: 'Voltar agora' }).click();
    await expect.element(page.getByRole('heading', { name: 'Bom te ver de novo' })).toBeVisible();
    await expect.element(page.getByText(/O Google ainda não confirmou/)).toBeVisible();
    await expectAccessible();
  });
});
