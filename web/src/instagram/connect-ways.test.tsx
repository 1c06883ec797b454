import { getInstagramAuthUrl } from '@pontual/contract/instagram/instagram.ts';
import { listIssues } from '@pontual/contract/posts/issues.ts';
import { errorCatalogue } from '@pontual/contract/shared/errors.ts';
import { INSTAGRAM_LOGIN_META } from '@pontual/contract/shared/page-meta.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { aConnectedUser, aFailureIssue, aUser } from '../../testing/examples.ts';
import { answerTwoAccounts, anOwnerOfTwo, SECOND_ID } from '../../testing/instagram-accounts.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

const main = page.getByRole('main');
const alert = main.getByRole('alert');
const withPage = page.getByRole('button', { name: 'Conectar Instagram' });
const withoutPage = page.getByRole('button', { name: 'Entrar pelo Instagram' });
const queries = () => server.calls(getInstagramAuthUrl).map(({ query }) => query);

describe('where the server offers both logins', () => {
  const meta = document.createElement('meta');
  meta.name = INSTAGRAM_LOGIN_META;
  meta.content = 'on';
  beforeEach(() => document.head.append(meta));
  afterEach(() => meta.remove());

  test('the card offers both, and says when to choose which', async () => {
    server.answer(getInstagramAuthUrl, { authUrl: '#instagram' });
    await openPage('/dashboard', { as: aUser(), size: PHONE });
    await expect.element(main.getByText(/ligada a uma página que o seu perfil/)).toBeVisible();
    await expect.element(main.getByText(/Entre com a própria conta do Instagram/)).toBeVisible();
    await expectAccessible();
    await withPage.click();
    await expect.poll(queries).toMatchObject([{ login: 'facebook' }]);
    await withoutPage.click();
    await expect.poll(queries).toMatchObject([{ login: 'facebook' }, { login: 'instagram' }]);
    await expect.poll(() => location.hash).toBe('#instagram');
  });

  test('an editor is offered neither', async () => {
    await openPage('/dashboard', { as: aUser({ role: 'editor' }) });
    await expect.element(main.getByText(/A equipe ainda não tem uma conta/)).toBeVisible();
    await expect.element(withoutPage).not.toBeInTheDocument();
  });

  test('another account is asked for, and a failure is shown in its dialog', async () => {
    server.refuse(getInstagramAuthUrl, 'INTERNAL');
    answerTwoAccounts();
    await openPage('/dashboard', { as: anOwnerOfTwo(), size: PHONE });
    await main.getByRole('button', { name: 'Conectar outra conta' }).click();
    const dialog = page.getByRole('dialog', { name: 'Conectar outra conta' });
    await expect.element(dialog.getByText('Sem página do Facebook')).toBeVisible();
    await expectAccessible();
    await withoutPage.click();
    await expect.poll(queries).toMatchObject([{ another: 'true', login: 'instagram' }]);
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent('Erro ao conectar com Instagram. Tente novamente.');
    await dialog.getByRole('button', { name: 'Agora não' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('a login that ended at the page offers the one without', async () => {
    server.refuse(getInstagramAuthUrl, 'INTERNAL');
    await openPage('/dashboard?error=no_pages&another=true', { as: aConnectedUser() });
    await expect.element(alert).toMatchTextContent('Nenhuma página do Facebook encontrada.');
    await expectAccessible();
    await alert.getByRole('button', { name: 'Entrar pelo Instagram' }).click();
    await expect.poll(queries).toMatchObject([{ another: 'true', login: 'instagram' }]);
  });

  test('a permission about pages that is missing is requested again from Facebook', async () => {
    server.refuse(getInstagramAuthUrl, 'INTERNAL');
    await openPage('/dashboard?error=missing_pages', { as: aConnectedUser() });
    await expect.element(alert).toMatchTextContent(/ver as suas páginas do Facebook/);
    await alert.getByRole('button', { name: 'Pedir de novo' }).click();
    await expect.poll(queries).toMatchObject([{ again: 'true', login: 'facebook' }]);
  });

  test('a login that the server no longer offers is named', async () => {
    server.refuse(getInstagramAuthUrl, 'INSTAGRAM_LOGIN_UNAVAILABLE');
    await openPage('/dashboard', { as: aUser() });
    await withoutPage.click();
    await expect
      .element(alert)
      .toMatchTextContent(errorCatalogue.INSTAGRAM_LOGIN_UNAVAILABLE.message);
  });

  test('an account that is connected already is not asked for', async () => {
    server.refuse(getInstagramAuthUrl, 'INTERNAL');
    const account = { instagramAccountId: SECOND_ID, username: 'cafe.serra' };
    server.answer(listIssues, {
      issues: [aFailureIssue({ kind: 'needs_reconnect', action: 'reconnect', account })],
    });
    await openPage('/dashboard', { as: aConnectedUser() });
    await main
      .getByRole('button', { name: /Reconectar/ })
      .first()
      .click();
    await expect.poll(queries).toMatchObject([{ account: SECOND_ID }]);
  });
});

test('an attempt that failed is repeated with its login, in the words of that login', async () => {
  server.refuse(getInstagramAuthUrl, 'INTERNAL');
  await openPage('/dashboard?error=no_known_account&login=instagram', { as: aConnectedUser() });
  await expect.element(alert).toMatchTextContent(/Você entrou no Instagram com uma conta/);
  await expectAccessible();
  await alert.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(queries).toMatchObject([{ login: 'instagram' }]);
});

test('a page that is missing has no other way where the server offers only one', async () => {
  await openPage('/dashboard?error=no_pages', { as: aUser() });
  await expect.element(alert).toBeVisible();
  await expect.element(withoutPage).not.toBeInTheDocument();
  await expect.element(withPage).toBeVisible();
});
