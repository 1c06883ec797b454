import { confirmEmail } from '@pontual/contract/identity/user.ts';
import { me } from '@pontual/contract/identity/auth.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerAccountPage } from '../../testing/account.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { aUser } from '../../testing/examples.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

const confirm = page.getByRole('button', { name: 'Confirmar e-mail' });

test('the link of a canceled email change is invalid', async () => {
  server.refuse(confirmEmail, 'EMAIL_LINK_INVALID');
  await openPage('/account/confirm-email#passado', { size: PHONE });
  await confirm.click();
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Link inválido' }))
    .toBeVisible();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Este link não vale mais. Peça a troca de e-mail de novo em Sua conta.');
  await expectAccessible();
});

test('a visitor who confirms is sent to the login page', async () => {
  server.answer(confirmEmail, { email: 'nova@example.com' });
  await openPage('/account/confirm-email#segredo');
  await confirm.click();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('A partir de agora você entra com nova@example.com.');
  await page.getByRole('link', { name: 'Entrar' }).click();
  await expect.poll(() => location.pathname).toBe('/login');
  expect(server.calls(confirmEmail)[0]?.body).toEqual({ token: 'segredo' });
});

test('a user who confirms is sent to the account page, which shows the new address', async () => {
  answerAccountPage();
  server.answer(confirmEmail, () => {
    server.answer(me, { user: aUser({ email: 'nova@example.com' }) });
    return { email: 'nova@example.com' };
  });
  await openPage('/account/confirm-email#segredo', { as: aUser() });
  await confirm.click();
  const link = page.getByRole('link', { name: 'Ir para Sua conta' });
  await expect.element(link).toHaveFocus();
  await link.click();
  await expect
    .element(page.getByRole('region', { name: 'Quem é você' }))
    .toMatchTextContent('nova@example.com');
});
