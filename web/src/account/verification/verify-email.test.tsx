import { me } from '@pontual/contract/identity/auth.ts';
import { requestVerification, verifyEmail } from '@pontual/contract/identity/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerAccountPage } from '../../../testing/account.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';

const unverified = aUser({ isEmailVerified: false });
const resend = page.getByRole('button', { name: 'Reenviar e-mail de confirmação' }).first();

test('an unverified user gets the email again from the band, and can put the band away', async () => {
  answerAccountPage();
  server.answer(requestVerification, null);
  await openPage('/account', { as: unverified, size: PHONE });
  await expect.element(page.getByText('Confirme seu e-mail.')).toBeVisible();
  await expectAccessible();
  await resend.click();
  await expect.element(page.getByText('E-mail de confirmação enviado')).toBeVisible();
  await page.getByRole('button', { name: 'Dispensar' }).click();
  await expect.element(page.getByText('Confirme seu e-mail.')).not.toBeInTheDocument();
});

test('a second request within a quarter of an hour is answered with where to look', async () => {
  answerAccountPage();
  server.refuse(requestVerification, 'VERIFICATION_SENT');
  await openPage('/account', { as: unverified });
  await resend.click();
  await expect
    .element(page.getByText(/Já enviamos este e-mail há menos de 15 minutos/))
    .toBeVisible();
});

test('the link confirms the address in a session, and the band goes', async () => {
  answerAccountPage();
  server.answer(verifyEmail, () => {
    server.answer(me, { user: aUser() });
    return { email: 'ana@example.com' };
  });
  await openPage('/account/verify-email#segredo', { as: unverified });
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('ana@example.com está confirmado. Agora podemos avisar você por e-mail.');
  await page.getByRole('link', { name: 'Ir para Sua conta' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sua conta' })).toBeVisible();
  expect(server.calls(verifyEmail)[0]?.body).toEqual({ token: 'segredo' });
  await expect.element(page.getByText('Confirme seu e-mail.')).not.toBeInTheDocument();
});

test('a visitor with the link logs in first, or creates a new password', async () => {
  await openPage('/account/verify-email#segredo', { size: PHONE });
  await expect
    .element(page.getByRole('link', { name: 'Não criei esta conta' }))
    .toHaveAttribute('href', '/forgot-password');
  await page.getByRole('link', { name: 'Entrar e confirmar' }).click();
  await expect.poll(() => location.pathname).toBe('/login');
  expect(server.calls(verifyEmail)).toEqual([]);
});
