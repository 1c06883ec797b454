import { disconnectInstagram } from '@pontual/contract/instagram/instagram.ts';
import { listIssues, retryInstagramAccount } from '@pontual/contract/posts/issues.ts';
import { me } from '@pontual/contract/identity/auth.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, waitUntilSettled } from '../../testing/accessibility.ts';
import { statusMessage } from '../../testing/calendar.ts';
import { ACCOUNT_ID, aConnectedUser, aFailureIssue, aUser } from '../../testing/examples.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

const heading = page.getByRole('heading', { name: 'Instagram' });
const main = page.getByRole('main');
const connected = main.getByText('Conectado', { exact: true });
const failed = main
  .getByRole('alert')
  .filter({ hasText: 'Não foi possível carregar a situação da conta.' });

const account = { instagramAccountId: ACCOUNT_ID, username: 'atelie.barro' };
const reconnectIssue = aFailureIssue({
  kind: 'needs_reconnect',
  account,
  reason: 'O acesso da Pontual à conta foi removido no Facebook.',
  since: new Date().toISOString(),
  postIds: [],
  total: 2,
  failed: 0,
  firstDue: new Date(Date.now() + 7_200_000).toISOString(),
  lastDue: null,
  mediaType: null,
  action: 'reconnect',
  canDismiss: false,
});
const restrictedIssue = {
  ...reconnectIssue,
  kind: 'restricted',
  action: 'retry_account',
} as const;

describe('the card shows the account as connected only without issues', () => {
  test('not while the issues load', async () => {
    server.answer(listIssues, { issues: [] });
    const release = server.hold(listIssues);
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect.element(main.getByText('@atelie.barro')).toBeVisible();
    await expect.element(main.getByText('Nenhum post agendado').first()).toBeVisible();
    await expect.element(connected).not.toBeInTheDocument();
    await expect.element(failed).not.toBeInTheDocument();
    release();
    await expect.element(connected).toBeVisible();
    await expectAccessible();
  });

  test('not when the issues fail to load, until a retry succeeds', async () => {
    server.refuse(listIssues, 'INTERNAL');
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect.element(failed).toBeVisible();
    await expect.element(connected).not.toBeInTheDocument();
    await expectAccessible();
    server.answer(listIssues, { issues: [] });
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.element(connected).toBeVisible();
    await expect.element(failed).not.toBeInTheDocument();
  });

  test('not after its access is removed, which shows without a reload', async () => {
    await openPage('/dashboard', { as: aConnectedUser(), size: PHONE });
    await expect.element(connected).toBeVisible();
    server.answer(listIssues, { issues: [reconnectIssue] });
    server.emitLiveEvent({ kind: 'posts' });
    await expect.element(main.getByText('Sem acesso', { exact: true })).toBeVisible();
    await expect.element(connected).not.toBeInTheDocument();
    await expect.element(main.getByText(/^Sem acesso desde hoje, \d\d:\d\d/)).toBeVisible();
    await expect.element(main.getByText(reconnectIssue.reason ?? '').first()).toBeVisible();
    await expectAccessible();
    const before = server.calls(listIssues).length;
    server.failConnection(listIssues);
    server.emitLiveEvent({ kind: 'posts' });
    // The query retries once before it fails.
    await expect.poll(() => server.calls(listIssues).length).toBeGreaterThan(before + 1);
    await server.waitForAnswers();
    await waitUntilSettled();
    await expect.element(main.getByText('Sem acesso', { exact: true })).toBeVisible();
    await expect.element(connected).not.toBeInTheDocument();
  });
});

describe('a restricted account is tested', () => {
  const band = page.getByRole('region', { name: 'Precisa de você' });
  const tryAgain = band.getByRole('button', { name: 'Já resolvi, testar @atelie.barro' });

  beforeEach(() => server.answer(listIssues, { issues: [restrictedIssue] }));

  test('and the result is shown while it is still restricted', async () => {
    server.answer(retryInstagramAccount, { issues: [restrictedIssue], outcome: 'restricted' });
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect.element(band).toMatchTextContent('O Instagram restringiu @atelie.barro.');
    await expectAccessible();
    await tryAgain.click();
    await expect
      .element(page.getByText(/^O Instagram ainda restringe @atelie\.barro\./))
      .toBeVisible();
    server.refuse(retryInstagramAccount, 'RATE_LIMITED');
    await tryAgain.click();
    await expect.element(page.getByText(/^Muitas tentativas\./)).toBeVisible();
    await expect.element(tryAgain).toBeVisible();
  });

  test('and the card takes the focus when the account works again', async () => {
    server.answer(retryInstagramAccount, () => {
      server.answer(listIssues, { issues: [] });
      return { issues: [], outcome: 'works' as const };
    });
    await openPage('/dashboard', { as: aConnectedUser() });
    await main.getByRole('button', { name: 'Já resolvi, testar @atelie.barro' }).last().click();
    await expect
      .element(statusMessage('O Instagram aceita posts de @atelie.barro de novo.'))
      .toBeVisible();
    await expect.element(connected).toBeVisible();
    await expect.element(heading).toHaveFocus();
  });
});

test('the account is disconnected only after a confirmation', async () => {
  server.answer(disconnectInstagram, () => {
    server.answer(me, { user: aUser() });
    return null;
  });
  await openPage('/dashboard', { as: aConnectedUser() });
  await expect.element(main.getByText('Conectada em 05/01/2026')).toBeVisible();
  const confirm = page.getByRole('alertdialog', { name: 'Desconectar Instagram' });
  await main.getByRole('button', { name: 'Desconectar' }).click();
  await expect
    .element(confirm.getByText('Tem certeza que deseja desconectar sua conta do Instagram?'))
    .toBeVisible();
  await expectAccessible();
  await confirm.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(confirm).not.toBeInTheDocument();
  expect(server.calls(disconnectInstagram)).toEqual([]);
  await main.getByRole('button', { name: 'Desconectar' }).click();
  await confirm.getByRole('button', { name: 'Desconectar' }).click();
  await expect.element(page.getByText('Conta Instagram desconectada com sucesso!')).toBeVisible();
  await expect.element(main.getByText('@atelie.barro')).not.toBeInTheDocument();
});

test('the buttons of a confirmation stay where they are while it is sent', async () => {
  server.answer(disconnectInstagram, null);
  const release = server.hold(disconnectInstagram);
  await openPage('/dashboard', { as: aConnectedUser() });
  await main.getByRole('button', { name: 'Desconectar' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Desconectar Instagram' });
  const findBoxes = () =>
    confirm
      .getByRole('button')
      .elements()
      .map((button) => {
        const { left, width } = button.getBoundingClientRect();
        return [Math.round(left), Math.round(width)];
      });
  await waitUntilSettled();
  const before = findBoxes();
  await confirm.getByRole('button', { name: 'Desconectar' }).click();
  await expect.element(confirm.getByText('Desconectando...')).toBeVisible();
  await waitUntilSettled();
  expect(findBoxes()).toEqual(before);
  release();
  await expect.element(confirm).not.toBeInTheDocument();
});

test('the confirmation page opens only after the connection flow', async () => {
  const router = await openPage('/connected', { as: aConnectedUser() });
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  await expect.element(main.getByText('ana@example.com')).toBeVisible();
});

test('the confirmation page does not show an account to reconnect as connected', async () => {
  server.answer(listIssues, { issues: [reconnectIssue] });
  await openPage('/connected?connected=true', { as: aConnectedUser() });
  await expect.element(page.getByRole('heading', { name: '@atelie.barro' })).toBeVisible();
  await expect.element(main.getByText(reconnectIssue.reason ?? '').first()).toBeVisible();
  await expect.element(page.getByText(/está conectada\./)).not.toBeInTheDocument();
  expect(document.title).toBe('1 conta com problema · Pontual');
  await expect
    .element(main.getByRole('button', { name: 'Reconectar @atelie.barro' }))
    .toBeVisible();
  await expectAccessible();
});
