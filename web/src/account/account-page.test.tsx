import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  endSession,
  endSessions,
  exportData,
  getUserSettings,
  listSessions,
  setNotifications,
} from '@pontual/contract/identity/user.ts';
import { logout } from '@pontual/contract/identity/auth.ts';
import { getPush } from '@pontual/contract/notifications/push.ts';
import { postStats } from '@pontual/contract/posts/posts.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import {
  answerAccountPage,
  aSession,
  anAccountSettings,
  currentDeviceSession,
} from '../../testing/account.ts';
import { expectAccessible, waitUntilSettled } from '../../testing/accessibility.ts';
import { aConnectedUser, aUser, anId } from '../../testing/examples.ts';
import { answerWithPosts } from '../../testing/default-answers.ts';
import { focusOn } from '../../testing/focus-on.ts';
import { DESK, openPage, PHONE } from '../../testing/open-page.tsx';
import { retryByKeyboard } from '../../testing/retry-by-keyboard.ts';
import { server } from '../../testing/stub-server.ts';

const WRONG = 'Senha incorreta. Digite a senha que você usa hoje.';
const TAKEN = 'Este e-mail já tem uma conta. Use outro e-mail.';

const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 1, name: 'Sua conta' });

beforeEach(() => answerAccountPage());

describe('the profile', () => {
  test('opens from the account menu by keyboard', async () => {
    await openPage('/dashboard', { as: aConnectedUser() });
    const menu = page.getByRole('button', { name: /@atelie\.barro/ }).first();
    await expect.element(menu).toBeVisible();
    await focusOn(menu);
    await userEvent.keyboard('{Enter}');
    const link = page.getByRole('link', { name: 'Sua conta' });
    await expect.element(link).toBeVisible();
    await focusOn(link);
    await userEvent.keyboard('{Enter}');
    await expect.element(heading).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Conta' })).not.toBeInTheDocument();
    await expect.element(main.getByText('ana@example.com', { exact: true })).toBeVisible();
    await expect
      .element(main.getByText('@atelie.barro no Instagram, desde 05/01/2026'))
      .toBeVisible();
    await expect.element(main.getByText('Gratuito')).toBeVisible();
  });

  for (const size of [DESK, PHONE]) {
    test(`has no accessibility violations at ${size.width} px, with two devices and an email to confirm`, async () => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      server.answer(
        getUserSettings,
        anAccountSettings({ pendingEmail: { email: 'nova@example.com', expiresAt } }),
      );
      server.answer(listSessions, { sessions: [currentDeviceSession, aSession()] });
      server.answer(getPush, {
        publicKey: 'key',
        devices: [
          {
            _id: anId(),
            device: 'Chrome no Android',
            kinds: { published: true, atRisk: true, failed: true },
            createdAt: '2026-01-05T12:00:00.000Z',
            lastSentAt: null,
            isCurrent: false,
          },
        ],
      });
      await openPage('/account', { as: aUser(), size });
      await expect.element(page.getByText(/^Falta confirmar/)).toBeVisible();
      await expect.element(page.getByText('Nenhum aviso ainda')).toBeVisible();
      await expectAccessible();
    });
  }

  test('shows the selected theme, also on the next visit', async () => {
    await openPage('/account', { as: aUser() });
    await main.getByText('Escuro').click();
    await expect.element(main.getByRole('radio', { name: 'Escuro' })).toBeChecked();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await main.getByText('Sistema', { exact: true }).click();
    await expect.poll(() => document.documentElement.dataset['theme']).toBeUndefined();
  });
});

describe('email notifications', () => {
  const summary = page.getByRole('switch', { name: 'Resumo da semana' });

  test('are switched off by keyboard', async () => {
    await openPage('/account', { as: aUser() });
    await expect.element(summary).toBeChecked();
    server.answer(setNotifications, {
      notifications: { postFailed: true, postAtRisk: true, weeklySummary: false },
    });
    await focusOn(summary);
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('Preferência salva')).toBeVisible();
    await expect.element(summary).not.toBeChecked();
    await expect.element(page.getByRole('switch', { name: 'Post não saiu' })).toBeChecked();
    expect(server.calls(setNotifications)[0]?.body).toEqual({ weeklySummary: false });
  });

  test('stay on when the server is unreachable, and the page says so', async () => {
    await openPage('/account', { as: aUser() });
    server.failConnection(setNotifications);
    await page.getByText('Resumo da semana').click();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Sem conexão com o servidor');
    await expect.element(summary).toBeChecked();
  });
});

describe('what loads late keeps the height that was reserved for it', () => {
  const devices = page.getByRole('region', { name: 'Dispositivos' });
  const heightOf = (part: Locator) => part.element().getBoundingClientRect().height;

  test.each([PHONE, DESK])('one device at $width px', async (size) => {
    const release = server.hold(listSessions);
    await openPage('/account', { as: aUser(), size });
    await expect.element(devices).toBeVisible();
    await waitUntilSettled();
    const reserved = heightOf(devices);
    release();
    await expect.element(devices.getByText('Em uso agora')).toBeVisible();
    expect(Math.abs(heightOf(devices) - reserved)).toBeLessThan(1);
  });

  test.each([
    ['the dots of the plan in the sidebar', '/account', 'Uso do plano', DESK],
    ['the plan above the calendar', '/schedule', 'Plano e uso do mês', DESK],
    ['the plan above the calendar of a phone', '/schedule', 'Plano e uso do mês', PHONE],
  ])('%s', async (_what, path, name, size) => {
    answerWithPosts([]);
    const release = server.hold(postStats);
    await openPage(path, { as: aUser(), size });
    const usage = page.getByRole('region', { name });
    const loaded = usage.getByText(/^(0 de 10|0 agendados em .*)$/);
    await expect.element(usage).toBeVisible();
    await waitUntilSettled();
    expect(loaded.query()?.checkVisibility({ visibilityProperty: true })).not.toBe(true);
    const reserved = heightOf(usage);
    release();
    await expect.element(loaded).toBeVisible();
    expect(Math.abs(heightOf(usage) - reserved)).toBeLessThan(1);
  });
});

describe('the devices', () => {
  const card = page.getByRole('region', { name: 'Dispositivos' });
  const rows = card.getByRole('listitem');
  const other = aSession();

  beforeEach(async () => {
    server.answer(listSessions, { sessions: [currentDeviceSession, other, aSession()] });
    await openPage('/account', { as: aUser() });
  });

  test('mark the current one, and one of them is logged out', async () => {
    await expect.element(rows).toHaveLength(3);
    await expect.element(rows.nth(0)).toMatchTextContent('Este dispositivo');
    await expect.element(rows.nth(1)).toMatchTextContent(/Último uso: hoje, \d\d:\d\d/);
    server.answer(endSession, () => {
      server.answer(listSessions, { sessions: [currentDeviceSession] });
      return null;
    });
    await rows
      .nth(1)
      .getByRole('button', { name: /^Sair deste dispositivo/ })
      .click();
    await expect.element(page.getByText('Chrome no Windows saiu da sua conta')).toBeVisible();
    await expect.element(rows).toHaveLength(1);
    expect(server.calls(endSession)[0]?.params).toEqual({ id: other._id });
  });

  test('are all logged out except the current one, and the focus moves to the title', async () => {
    server.answer(endSessions, () => {
      server.answer(listSessions, { sessions: [currentDeviceSession] });
      return { ended: 2 };
    });
    await card.getByRole('button', { name: 'Sair de todos os outros' }).click();
    await expect.element(page.getByText('2 dispositivos saíram da sua conta')).toBeVisible();
    await expect.element(card.getByRole('heading', { name: 'Dispositivos' })).toHaveFocus();
    await expect.element(card.getByRole('button', { name: /outros/ })).not.toBeInTheDocument();
    expect(server.calls(endSessions)[0]?.query).toEqual({ includeCurrent: 'false' });
  });

  test('are all logged out, including the current one, after the user confirms', async () => {
    const all = card.getByRole('button', { name: 'Sair de todos, inclusive deste' });
    const question = page.getByRole('alertdialog', { name: 'Sair de todos os dispositivos?' });
    await focusOn(all);
    await userEvent.keyboard('{Enter}');
    await expect.element(question.getByRole('button', { name: 'Cancelar' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(all).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    server.answer(endSessions, { ended: 3 });
    await question.getByRole('button', { name: 'Sair de todos' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    expect(server.calls(endSessions)[0]?.query).toEqual({ includeCurrent: 'true' });
    expect(localStorage.getItem('pontual.token')).toBeNull();
    await expect.element(page.getByText(/Sua sessão terminou/)).not.toBeInTheDocument();
  });

  test('lead to the login page when the current one is logged out', async () => {
    server.answer(logout, null);
    await rows
      .nth(0)
      .getByRole('button', { name: /^Sair deste dispositivo/ })
      .click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.poll(() => server.calls(logout).length).toBe(1);
    expect(localStorage.getItem('pontual.token')).toBeNull();
  });
});

describe('the password', () => {
  const form = page.getByRole('form', { name: 'Trocar senha' });
  const [current, next] = [form.getByLabelText('Senha atual'), form.getByLabelText('Nova senha')];
  const submit = form.getByRole('button', { name: 'Trocar senha' });

  beforeEach(() => openPage('/account', { as: aUser() }));

  test('changes only with the current password, and a wrong one is refused at its field', async () => {
    await submit.click();
    await expect.element(current).toHaveAccessibleDescription('Senha é obrigatória');
    await expect.element(current).toHaveFocus();
    await current.fill('Errada1');
    await next.fill('Outra456');
    server.refuse(changePassword, 'WRONG_PASSWORD', { currentPassword: WRONG });
    await userEvent.keyboard('{Enter}');
    await expect.element(current).toHaveAccessibleDescription(/^Senha incorreta/);
    await expect.element(current).toHaveFocus();
    await current.fill('Senha1');
    await expect.element(form.getByText(/^Senha incorreta/)).not.toBeInTheDocument();
  });

  test('changes, and the form is empty again', async () => {
    await current.fill('Senha1');
    await next.fill('Outra456');
    server.answer(changePassword, null);
    await submit.click();
    await expect
      .element(page.getByText('Senha trocada. Os outros dispositivos saíram.'))
      .toBeVisible();
    await expect.element(current).toHaveValue('');
    expect(server.calls(changePassword)[0]?.body).toEqual({
      currentPassword: 'Senha1',
      newPassword: 'Outra456',
    });
  });
});

describe('the email address', () => {
  const form = page.getByRole('form', { name: 'Trocar e-mail' });
  const email = form.getByLabelText('Novo e-mail');

  async function requestEmailChange(address: string): Promise<void> {
    await email.fill(address);
    await form.getByLabelText('Sua senha', { exact: true }).fill('Senha1');
    await form.getByRole('button', { name: 'Enviar link de confirmação' }).click();
  }

  test('changes only after its link is opened, and the change can be canceled', async () => {
    await openPage('/account', { as: aUser() });
    const pendingEmail = {
      email: 'nova@example.com',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    server.answer(changeEmail, () => {
      server.answer(getUserSettings, anAccountSettings({ pendingEmail }));
      return { pendingEmail };
    });
    await requestEmailChange('nova@example.com');
    await expect.element(page.getByText('Link enviado para nova@example.com')).toBeVisible();
    await expect.element(page.getByText(/^Falta confirmar nova@example\.com/)).toBeVisible();

    server.answer(cancelEmailChange, () => {
      server.answer(getUserSettings, anAccountSettings());
      return null;
    });
    await page.getByRole('button', { name: 'Cancelar troca' }).click();
    await expect.element(page.getByText('Troca de e-mail cancelada')).toBeVisible();
    await expect.element(page.getByText(/^Falta confirmar/)).not.toBeInTheDocument();
  });

  test('is refused at its field when another user has it, until the field is edited', async () => {
    await openPage('/account', { as: aUser() });
    server.refuse(changeEmail, 'EMAIL_TAKEN', { email: TAKEN });
    await requestEmailChange('bia@example.com');
    await expect.element(email).toHaveAccessibleDescription(TAKEN);
    await expect.element(email).toHaveFocus();
    await email.fill('nova@example.com');
    await expect.element(page.getByText(/^Este e-mail já tem uma conta/)).not.toBeInTheDocument();
  });
});

describe('the download of all data', () => {
  const form = page.getByRole('form', { name: 'Baixar meus dados' });
  const password = form.getByLabelText('Sua senha', { exact: true });
  const button = form.getByRole('button', { name: 'Baixar meus dados' });

  beforeEach(() => openPage('/account', { as: aUser(), size: PHONE }));

  test('requires the password, and refuses a wrong one at its field', async () => {
    await button.click();
    await expect.element(password).toHaveAccessibleDescription('Senha é obrigatória');
    await expect.element(password).toHaveFocus();
    server.refuse(exportData, 'WRONG_PASSWORD', { password: WRONG });
    await password.fill('Errada1');
    await userEvent.keyboard('{Enter}');
    await expect.element(password).toHaveAccessibleDescription(/^Senha incorreta/);
    await expect.element(password).toHaveFocus();
  });

  test('keeps the entered password when the server is unreachable', async () => {
    server.failConnection(exportData);
    await password.fill('Senha1');
    await button.click();
    await expect.element(form.getByRole('alert')).toMatchTextContent('Sem conexão com o servidor');
    await expect.element(password).toHaveValue('Senha1');
  });
});

test('settings that fail to load can be retried by keyboard', async () => {
  server.refuse(getUserSettings, 'INTERNAL');
  await openPage('/account', { as: aConnectedUser() });
  const failure = page.getByRole('alert').filter({ hasText: 'o resto da sua conta' });
  await expect.element(failure).toBeVisible();
  server.answer(getUserSettings, anAccountSettings());
  await retryByKeyboard(failure.getByRole('button', { name: 'Tentar de novo' }), getUserSettings);
  await expect.element(page.getByRole('region', { name: 'Dispositivos' })).toBeVisible();
  await expect.element(heading).toHaveFocus();
});
