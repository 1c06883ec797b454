import { forgotPassword, resetPassword } from '@pontual/contract/identity/auth.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, waitUntilSettled } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerUserDefaults } from '../../../testing/default-answers.ts';

const LINK_SENT = /^Se este e-mail tiver uma conta, o link para criar uma nova senha chega/;
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

describe('the page that sends the link', () => {
  const email = page.getByLabelText('E-mail');
  const send = page.getByRole('button', { name: 'Enviar link' });

  test('shows the error of the email field until the user edits it', async () => {
    await openPage('/forgot-password', { size: PHONE });
    await send.click();
    await expect.element(email).toHaveAccessibleDescription('E-mail é obrigatório');
    await expectAccessible();
    await email.fill('marina@barro');
    await expect.element(page.getByText('E-mail é obrigatório')).not.toBeInTheDocument();
    await send.click();
    await expect.element(email).toHaveAccessibleDescription('E-mail inválido');
    expect(server.calls(forgotPassword)).toEqual([]);
  });

  test('confirms that a link may have been sent, until the user types another address', async () => {
    await openPage('/forgot-password');
    server.answer(forgotPassword, null);
    await email.fill('ninguem@example.com');
    await send.click();
    await expect.element(page.getByRole('status')).toMatchTextContent(LINK_SENT);
    await expect.element(page.getByRole('button', { name: 'Enviar de novo' })).toHaveFocus();
    await email.fill('outra@example.com');
    await expect.element(page.getByText(LINK_SENT)).not.toBeInTheDocument();
    expect(server.calls(forgotPassword)[0]?.body).toEqual({ email: 'ninguem@example.com' });
  });

  test('keeps the cause of a failure while the user corrects the address, until the next attempt', async () => {
    await openPage('/forgot-password');
    server.failConnection(forgotPassword);
    await email.fill('marina@barro.exemple');
    await send.click();
    const failure = page.getByText(/^Sem conexão com o servidor\./);
    await expect.element(failure).toBeVisible();
    await email.fill('marina@barro.example');
    await waitUntilSettled();
    await expect.element(failure).toBeVisible();
    server.answer(forgotPassword, null);
    await send.click();
    await expect.element(page.getByRole('status')).toMatchTextContent(LINK_SENT);
    await expect.element(failure).not.toBeInTheDocument();
  });

  test('offers Google to a user who signs in with Google', async () => {
    await openPage('/forgot-password');
    server.refuse(forgotPassword, 'GOOGLE_ACCOUNT');
    await email.fill('ana@gmail.com');
    await send.click();
    await expect.element(page.getByText(/Esta conta foi criada com Google/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Continuar com Google' }))
      .toHaveAttribute('href', '/api/auth/google');
    await expectAccessible();
  });
});

describe('the page that the link opens', () => {
  const password = page.getByLabelText('Nova senha', { exact: true });
  const confirmation = page.getByLabelText('Confirmar nova senha');
  const save = page.getByRole('button', { name: 'Redefinir senha' });

  async function choosePassword(): Promise<void> {
    await password.fill('Caneca2026');
    await confirmation.fill('Caneca2026');
    await save.click();
  }

  test('removes the token from the address bar and sends it with the password', async () => {
    await openPage('/reset-password?token=segredo');
    await expect.element(heading('Crie uma nova senha')).toBeVisible();
    await expect.poll(() => location.search).toBe('');
    answerUserDefaults(aUser());
    server.answer(resetPassword, { token: 'token-of-a-test', user: aUser() });
    await choosePassword();
    await expect
      .element(page.getByRole('status'))
      .toMatchTextContent('Senha redefinida com sucesso! Fazendo login...');
    await expect.poll(() => location.pathname).toBe('/dashboard');
    expect(server.calls(resetPassword)[0]?.body).toEqual({
      token: 'segredo',
      password: 'Caneca2026',
    });
  });

  test('leads to the login page where the server opens no session', async () => {
    await openPage('/reset-password?token=segredo');
    server.answer(resetPassword, {});
    await choosePassword();
    await expect
      .element(page.getByRole('status'))
      .toMatchTextContent('Senha redefinida com sucesso! Agora entre com a nova senha.');
    await expect.poll(() => location.pathname).toBe('/login');
  });

  test('shows that a link is invalid, also after a reload, and links to a new request', async () => {
    const router = await openPage('/reset-password?token=segredo');
    server.refuse(resetPassword, 'RESET_TOKEN_INVALID');
    await choosePassword();
    await expect.element(heading('Token inválido')).toBeVisible();
    await expect
      .element(page.getByText('O link de recuperação é inválido ou expirou.'))
      .toBeVisible();
    const again = page.getByRole('link', { name: 'Solicitar nova recuperação' });
    await expect.element(again).toHaveFocus();
    expect(router.state.location.state).toEqual({ isRefused: true });
    await again.click();
    await expect.element(heading('Esqueceu a senha?')).toBeVisible();
  });

  for (const path of ['/reset-password', '/reset-password?token=']) {
    test(`shows that ${path} has no token`, async () => {
      await openPage(path, { size: PHONE });
      await expect.element(heading('Token inválido')).toBeVisible();
      await expect
        .element(page.getByRole('alert'))
        .toMatchTextContent('Token de recuperação não encontrado na URL');
      await expectAccessible();
    });
  }

  test('shows the error of each field until the user edits it', async () => {
    await openPage('/reset-password?token=segredo', { size: PHONE });
    await save.click();
    await expect.element(password).toHaveAccessibleDescription(/Senha é obrigatória/);
    await expect.element(confirmation).toHaveAccessibleDescription('Confirme sua senha');
    await password.fill('senhas');
    await expect.element(page.getByText('Senha é obrigatória')).not.toBeInTheDocument();
    await confirmation.fill('Senhas');
    await expect.element(page.getByText('Confirme sua senha')).not.toBeInTheDocument();
    await save.click();
    await expect
      .element(password)
      .toHaveAccessibleDescription(
        /Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula e 1 número/,
      );
    await expect.element(confirmation).toHaveAccessibleDescription('Senhas não coincidem');
    await expectAccessible();
  });
});
