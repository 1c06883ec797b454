import { login, logout } from '@pontual/contract/identity/auth.ts';
import { getUserSettings, listSessions } from '@pontual/contract/identity/user.ts';
import { getPush } from '@pontual/contract/notifications/push.ts';
import { postStats } from '@pontual/contract/posts/posts.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser, aUser } from '../../../testing/examples.ts';
import { openDocument, openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerUserDefaults } from '../../../testing/default-answers.ts';
import { paths } from '../../ui/page/paths.ts';

const email = page.getByLabelText('E-mail');
const password = page.getByLabelText('Senha', { exact: true });
const submitButton = page.getByRole('button', { name: 'Entrar', exact: true });

async function fillIn(address: string, secret: string): Promise<void> {
  await email.fill(address);
  await password.fill(secret);
  await submitButton.click();
}

describe('the login form', () => {
  test('shows the error of each field until the user edits the field', async () => {
    await openPage('/login', { size: PHONE });
    await submitButton.click();
    await expect.element(email).toHaveAccessibleDescription('E-mail é obrigatório');
    await expect.element(password).toHaveAccessibleDescription('Senha é obrigatória');
    await expectAccessible();

    await email.fill('marina@barro');
    await expect.element(page.getByText('E-mail é obrigatório')).not.toBeInTheDocument();
    await expect.element(page.getByText('Senha é obrigatória')).toBeVisible();
    await password.fill('Senh1');
    await expect.element(page.getByText('Senha é obrigatória')).not.toBeInTheDocument();

    await submitButton.click();
    await expect.element(email).toHaveAccessibleDescription('E-mail inválido');
    await expect
      .element(password)
      .toHaveAccessibleDescription('Senha deve ter no mínimo 6 caracteres');
    expect(server.calls(login)).toEqual([]);
  });

  test('rejects a wrong password, is disabled for a moment, and accepts the next one', async () => {
    await openPage('/login');
    server.refuse(login, 'INVALID_CREDENTIALS');
    await fillIn('ana@example.com', 'Senha2');
    await expect.element(page.getByRole('alert')).toMatchTextContent('E-mail ou senha incorretos');
    await expect.element(email).toBeDisabled();
    await expect.element(password).toBeDisabled();

    await expect.element(password).toBeEnabled();
    await expect.element(password).toHaveFocus();
    server.answer(login, { user: aUser(), token: 'token-of-a-test' });
    answerUserDefaults(aUser());
    await fillIn('ana@example.com', 'Senha1');
    await expect.poll(() => location.pathname).toBe('/dashboard');
  });
});

describe('a session', () => {
  test('redirects a user away from login and registration', async () => {
    const router = await openPage('/login', { as: aUser() });
    await expect.element(page.getByRole('main').getByText('ana@example.com')).toBeVisible();
    expect(location.pathname).toBe('/dashboard');
    await router.navigate('/register');
    await expect.poll(() => router.state.navigation.state).toBe('idle');
    await expect.poll(() => location.pathname).toBe('/dashboard');
  });

  test('starts on the page that the visitor requested', async () => {
    await openPage('/connected?connected=true');
    await expect.poll(() => location.pathname).toBe('/login');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await expect
      .element(page.getByRole('link', { name: 'Continuar com Google' }))
      .toHaveAttribute('href', '/api/auth/google?to=%2Fconnected%3Fconnected%3Dtrue');
    await page.getByRole('link', { name: 'Entrar', exact: true }).click();
    answerUserDefaults(aConnectedUser());
    server.answer(login, { user: aConnectedUser(), token: 'token-of-a-test' });
    await fillIn('ana@example.com', 'Senha1');
    await expect.poll(() => location.pathname + location.search).toBe('/connected?connected=true');
  });

  test('that the server no longer knows leads to the login page', async () => {
    server.refuse(postStats, 'UNAUTHENTICATED');
    await openPage('/dashboard', { as: aUser() });
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.element(submitButton).toBeVisible();
    expect(localStorage.getItem('pontual.token')).toBeNull();
  });

  test('ends a logout on the help centre, which visitors have too', async () => {
    server.failConnection(logout);
    await openDocument(paths.support, { as: aUser() });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect.element(submitButton).toBeVisible();
    expect(location.pathname).toBe(paths.login);
  });

  test('leaves no data in the browser after a logout, also while the server is unreachable', async () => {
    await openPage('/dashboard', { as: aUser() });
    server.failConnection(logout);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    expect(JSON.stringify(localStorage)).not.toContain('token-of-a-test');
    expect(JSON.stringify(localStorage)).not.toContain('ana@example.com');
  });
});

describe('inside another application, where Google refuses to sign in', () => {
  const inside = (userAgent: string) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    onTestFinished(() => void vi.restoreAllMocks());
  };
  const google = page.getByRole('link', { name: 'Continuar com Google' });
  const address = `${location.origin}/api/auth/google?to=%2Fdashboard`;

  test.each(['/login', '/register'])(
    '%s leads to the browser of an Android phone and keeps the way by email',
    async (path) => {
      inside('Mozilla/5.0 (Linux; Android 15; wv) Instagram 390.0');
      await openPage(path, { size: PHONE });
      await expect
        .element(page.getByRole('link', { name: 'Abrir no navegador' }))
        .toHaveAttribute('href', `${address.replace('http', 'intent')}#Intent;scheme=http;end`);
      await expect.element(email).toBeVisible();
      await expect.element(google).not.toBeInTheDocument();
      await expectAccessible();
    },
  );

  test('an owner without a password proves it in the other browser', async () => {
    inside('Mozilla/5.0 (Linux; Android 15; wv) Instagram 390.0');
    server.answer(getUserSettings, {
      hasPassword: false,
      notifications: { postFailed: true, postAtRisk: true, weeklySummary: true },
      pendingEmail: null,
    });
    server.answer(listSessions, { sessions: [] });
    server.answer(getPush, { publicKey: 'key', devices: [] });
    await openPage('/account', { as: aUser(), size: PHONE });
    const proof = page.getByRole('form', { name: 'Baixar meus dados' });
    await expect.element(proof.getByText(/continue no navegador em até 10 minutos/)).toBeVisible();
    await expect
      .element(proof.getByText(/deste aplicativo\. Abra no navegador do celular\.$/))
      .toBeVisible();
  });

  test('an iPhone gets a link to copy, to read where the application forbids to copy it', async () => {
    inside('Mozilla/5.0 (iPhone) Instagram 390.0');
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openPage('/login', { size: PHONE });
    await expect.element(page.getByText(/Copie o link e abra no Safari/)).toBeVisible();
    const button = page.getByRole('button', { name: 'Copiar link' });
    await button.click();
    await expect.element(page.getByText('Link copiado.')).toBeVisible();
    expect(copied).toHaveBeenCalledWith(address);

    copied.mockRejectedValue(new Error('denied'));
    await button.click();
    await expect.element(page.getByText(address)).toBeVisible();
    await expectAccessible();
  });
});
