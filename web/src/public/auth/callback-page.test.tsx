import { openSession } from '@pontual/contract/identity/auth.ts';
import { googleFailure } from '@pontual/contract/identity/google.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aUser } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { server } from '../../../testing/stub-server.ts';
import { answerUserDefaults } from '../../../testing/default-answers.ts';

const NO_TOKEN = 'Token não encontrado. Tente fazer login novamente.';
const alert = page.getByRole('alert');

test('a token opens a session, disappears from the address bar and returns to the page', async () => {
  answerUserDefaults(aUser());
  server.answer(openSession, { user: aUser(), token: 'token-of-a-test' });
  await openPage('/auth/callback?token=de-uma-vez&to=/support');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Central de Ajuda' }))
    .toBeVisible();
  expect(location.pathname + location.search).toBe('/support');
  expect(server.calls(openSession).map(({ body }) => body)).toEqual([{ token: 'de-uma-vez' }]);
});

for (const { query, text } of [
  { query: '?error=qualquer_coisa', text: googleFailure },
  { query: '?error=', text: googleFailure },
  { query: '', text: NO_TOKEN },
  { query: '?token=', text: NO_TOKEN },
]) {
  test(`a callback with “${query}” shows the error and links to the login`, async () => {
    await openPage(`/auth/callback${query}`);
    await expect.element(alert).toMatchTextContent(text);
    await expect.poll(() => location.search).toBe('');
    await page.getByRole('link', { name: 'Voltar agora' }).click();
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Bom te ver de novo' }))
      .toBeVisible();
  });
}

test('the reason is visible for three seconds, and again on the login page', async () => {
  await openPage('/auth/callback?error=access_denied&to=/schedule', { size: PHONE });
  await expect
    .element(alert)
    .toMatchTextContent(`${googleFailure}Você cancelou a entrada com Google.`);
  await expect.poll(() => location.pathname).toBe('/login');
  await expect.element(page.getByText('Você cancelou a entrada com Google.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Continuar com Google' }))
    .toHaveAttribute('href', '/api/auth/google?to=%2Fschedule');
  await expectAccessible();
});

test('an unverified Google email address is reported without accessibility violations', async () => {
  await openPage('/auth/callback?error=email_unverified', { size: PHONE });
  await expect.element(alert).toMatchTextContent('O Google ainda não confirmou o e-mail');
  await page.getByRole('link', { name: 'Voltar agora' }).click();
  await expect.element(page.getByText(/ainda não confirmou o e-mail/)).toBeVisible();
  await expectAccessible();
});

test('a refused token leads to the login, and never to another site', async () => {
  server.refuse(openSession, 'HANDOFF_INVALID');
  await openPage('/auth/callback?token=inventado&to=//mau.example');
  await expect.element(alert).toMatchTextContent(googleFailure);
  await page.getByRole('link', { name: 'Voltar agora' }).click();
  await expect
    .element(page.getByText('Esta entrada com Google não vale mais.', { exact: false }))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Continuar com Google' }))
    .toHaveAttribute('href', '/api/auth/google?to=%2Fdashboard');
});
