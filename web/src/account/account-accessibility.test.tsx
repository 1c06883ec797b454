import { changeEmail, getUserSettings, listSessions } from '@pontual/contract/identity/user.ts';
import { getPush } from '@pontual/contract/notifications/push.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { aUser } from '../../testing/examples.ts';
import { DESK, openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

describe.each([DESK, PHONE])('at $width px', (size) => {
  test('the account page has no accessibility violations, also when its forms show errors', async () => {
    server.answer(listSessions, {
      sessions: [true, false].map((isCurrent, index) => ({
        _id: `session-${index}`,
        device: 'Chrome no Windows',
        lastUsedAt: new Date().toISOString(),
        isCurrent,
      })),
    });
    const pendingEmail = {
      email: 'novo@example.com',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    };
    server.answer(changeEmail, () => {
      server.answer(getUserSettings, {
        hasPassword: true,
        notifications: { postFailed: true, postAtRisk: true, weeklySummary: true },
        pendingEmail,
      });
      return { pendingEmail };
    });
    server.answer(getPush, { publicKey: 'key', devices: [] });
    await openPage('/account', { as: aUser(), size });
    await expect.element(page.getByText('Este dispositivo')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Trocar senha' }).click();
    await page.getByRole('button', { name: 'Enviar link de confirmação' }).click();
    await expect.element(page.getByText('E-mail é obrigatório').first()).toBeVisible();
    await expectAccessible();
    const form = page.getByRole('form', { name: 'Trocar e-mail' });
    await form.getByLabelText('Novo e-mail').fill('novo@example.com');
    await form.getByLabelText('Sua senha', { exact: true }).fill('Senha12');
    await page.getByRole('button', { name: 'Enviar link de confirmação' }).click();
    await expect.element(page.getByText(/Falta confirmar/).first()).toBeVisible();
    await expectAccessible();
  });
});
