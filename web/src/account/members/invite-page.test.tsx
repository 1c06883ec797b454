import { logout } from '@pontual/contract/identity/auth.ts';
import { declineInvitation, readInvitation } from '@pontual/contract/identity/members.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { DESK, openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

const accept = page.getByRole('button', { name: 'Aceitar convite' });
const forBia = {
  email: 'bia@example.com',
  role: 'approver',
  team: 'Ateliê da Ana',
  invitedBy: 'ana@example.com',
  hasAccount: true,
} as const;

describe('an invalid invitation link', () => {
  test('shows that it is invalid', async () => {
    server.refuse(readInvitation, 'INVITATION_INVALID');
    await openPage('/invite#inventado');
    await expect.element(page.getByText(/Este convite não vale mais\./)).toBeVisible();
    expect(server.calls(readInvitation)[0]?.body).toEqual({ token: 'inventado' });
  });

  test('shows that it is incomplete', async () => {
    await openPage('/invite');
    await expect.element(page.getByText(/O link está incompleto/)).toBeVisible();
    await expectAccessible();
  });

  test('shows that it was already answered', async () => {
    server.refuse(readInvitation, 'INVITATION_ENDED');
    await openPage('/invite#usado');
    await expect.element(page.getByText(/já foi respondido ou cancelado/)).toBeVisible();
  });
});

for (const size of [DESK, PHONE]) {
  test(`an invitation to another user leads to the login, at ${size.width} px`, async () => {
    server.answer(readInvitation, forBia);
    server.answer(logout, null);
    await openPage('/invite#segredo', { as: aUser(), size });
    await expect.element(page.getByText(/^Este convite é para bia@example\.com/)).toBeVisible();
    await expect.element(accept).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('button', { name: 'Sair e trocar de conta' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Bom te ver de novo' }))
      .toBeVisible();
  });
}

test('an invitee without a Pontual user registers first', async () => {
  server.answer(readInvitation, { ...forBia, hasAccount: false });
  await openPage('/invite#segredo');
  await page.getByRole('link', { name: 'Criar conta para aceitar' }).click();
  await expect.poll(() => location.pathname).toBe('/register');
});

test('an invitee declines', async () => {
  server.answer(readInvitation, forBia);
  await openPage('/invite#segredo', { as: aUser({ email: 'Bia@example.com' }) });
  await expect.element(accept).toBeVisible();
  server.answer(declineInvitation, null);
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Convite recusado' }))
    .toBeVisible();
  expect(server.calls(declineInvitation)[0]?.body).toEqual({ token: 'segredo' });
  await expectAccessible();
});

test('an invitation can be retried when the server is unreachable', async () => {
  server.failConnection(readInvitation);
  await openPage('/invite#segredo');
  const failure = page.getByRole('alert');
  await expect.element(failure).toMatchTextContent('Sem conexão com o servidor.');
  await expectAccessible();
  server.answer(readInvitation, forBia);
  await retryByKeyboard(failure.getByRole('button', { name: 'Tentar de novo' }), readInvitation);
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Você tem um convite' }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Entrar para aceitar' })).toBeVisible();
});
