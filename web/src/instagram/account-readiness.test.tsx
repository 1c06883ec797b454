import { getInstagramAuthUrl, readAccountChoice } from '@pontual/contract/instagram/instagram.ts';
import {
  checkInstagramAccounts,
  checkOfferedAccounts,
  type AccountReadiness,
} from '@pontual/contract/instagram/readiness.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ACCOUNT_ID, aConnectedUser, aUser } from '../../testing/examples.ts';
import { answerTwoAccounts, anOwnerOfTwo, SECOND_ID } from '../../testing/instagram-accounts.ts';
import { openPage, PHONE } from '../../testing/open-page.tsx';
import { server } from '../../testing/stub-server.ts';

const main = page.getByRole('main');
const checkAgain = main.getByRole('button', { name: 'Conferir de novo' });

const aReadiness = (overrides: Partial<AccountReadiness> = {}): AccountReadiness => ({
  instagramAccountId: ACCOUNT_ID,
  username: 'atelie.barro',
  login: 'facebook',
  situation: 'ready',
  label: null,
  works: ['posts', 'stories', 'first_comments', 'insights'],
  text: 'Tudo pronto para publicar.',
  step: null,
  ...overrides,
});
const restricted = aReadiness({
  situation: 'restricted',
  label: 'Restrito',
  works: [],
  text: 'O Instagram restringiu esta conta.',
  step: { text: 'Abra o Instagram e resolva o aviso.', url: null, reconnects: false },
});

describe('the card of a connected account', () => {
  test('says what works on it', async () => {
    server.answer(checkInstagramAccounts, { accounts: [aReadiness()] });
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect
      .element(main.getByText('Funciona: posts e reels, stories, primeiro comentário, métricas.'))
      .toBeVisible();
    await expect.element(checkAgain).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('says the one step that solves what does not, and checks again', async () => {
    server.answer(checkInstagramAccounts, { accounts: [restricted] });
    await openPage('/dashboard', { as: aConnectedUser(), size: PHONE });
    await expect.element(main.getByText(/Abra o Instagram e resolva o aviso/)).toBeVisible();
    await expectAccessible();
    server.answer(checkInstagramAccounts, { accounts: [aReadiness()] });
    await checkAgain.click();
    await expect.element(main.getByText(/^Funciona: posts e reels/)).toBeVisible();
    expect(server.calls(checkInstagramAccounts).at(-1)).toMatchObject({ query: { again: 'true' } });
  });

  test('names in its badge what blocks publishing, and not that it is connected', async () => {
    server.answer(checkInstagramAccounts, { accounts: [restricted] });
    await openPage('/dashboard', { as: aConnectedUser(), size: PHONE });
    await expect.element(main.getByText('Restrito', { exact: true })).toBeVisible();
    await expect.element(main.getByText('Conectado', { exact: true })).not.toBeInTheDocument();
    await expectAccessible();
    server.answer(checkInstagramAccounts, { accounts: [aReadiness()] });
    await checkAgain.click();
    await expect.element(main.getByText('Conectado', { exact: true })).toBeVisible();
  });

  test('links to where the step is done, or opens Facebook’s window', async () => {
    server.refuse(getInstagramAuthUrl, 'INTERNAL');
    const step = { text: 'Mude a conta.', url: 'https://www.instagram.com/', reconnects: true };
    server.answer(checkInstagramAccounts, { accounts: [{ ...restricted, step }] });
    await openPage('/dashboard', { as: aConnectedUser() });
    await expect
      .element(main.getByRole('link', { name: 'Abrir no Instagram' }))
      .toHaveAttribute('href', step.url);
    await main.getByRole('button', { name: 'Abrir o Facebook de novo' }).click();
    await expect
      .poll(() => server.calls(getInstagramAuthUrl))
      .toMatchObject([{ query: { again: 'true', login: 'facebook' } }]);
    await expectAccessible();
  });

  test('opens Instagram’s window where the account has no page', async () => {
    server.refuse(getInstagramAuthUrl, 'INTERNAL');
    const step = { text: 'Conecte a conta de novo.', url: null, reconnects: true };
    server.answer(checkInstagramAccounts, {
      accounts: [{ ...restricted, login: 'instagram', step }],
    });
    await openPage('/dashboard', { as: aConnectedUser() });
    await main.getByRole('button', { name: 'Abrir o Instagram de novo' }).click();
    await expect
      .poll(() => server.calls(getInstagramAuthUrl))
      .toMatchObject([{ query: { again: 'true', login: 'instagram' } }]);
  });

  test('says that the account could not be checked', async () => {
    server.refuse(checkInstagramAccounts, 'INTERNAL');
    await openPage('/dashboard', { as: aConnectedUser() });
    const failure = main
      .getByRole('alert')
      .filter({ hasText: 'Não foi possível conferir a conta agora.' });
    await expect.element(failure).toBeVisible();
    await expectAccessible();
  });

  test('says it of each of several accounts', async () => {
    answerTwoAccounts();
    server.answer(checkInstagramAccounts, {
      accounts: [aReadiness(), { ...restricted, instagramAccountId: SECOND_ID }],
    });
    await openPage('/dashboard', { as: anOwnerOfTwo(), size: PHONE });
    await expect.element(main.getByText(/^Funciona: posts e reels/)).toBeVisible();
    await expect.element(main.getByText(/Abra o Instagram e resolva o aviso/)).toBeVisible();
    await expect.element(main.getByText('1 conta com problema')).toBeVisible();
    await expectAccessible();
  });
});

test('before the first connection, the card says what an account needs', async () => {
  await openPage('/dashboard', { as: aUser() });
  await expect.element(main.getByText('Antes de conectar')).toBeVisible();
  await expect.element(main.getByText('Ela está ligada a uma página do Facebook.')).toBeVisible();
  await expectAccessible();
});

test('the choice says of each account what works on it', async () => {
  const offered = { pageName: 'Loja', picture: null, isConnected: false, refusal: null };
  server.answer(readAccountChoice, {
    accounts: [
      { ...offered, instagramAccountId: ACCOUNT_ID, username: 'atelie.barro' },
      { ...offered, instagramAccountId: SECOND_ID, username: 'cafe.serra' },
    ],
    login: 'facebook',
    adds: false,
    room: 1,
    replaces: 'loja.da.praca',
    isAnotherPerson: true,
  });
  server.answer(checkOfferedAccounts, {
    accounts: [aReadiness(), { ...restricted, instagramAccountId: SECOND_ID }],
  });
  await openPage('/connected/choose', { as: aUser(), size: PHONE });
  const choice = page.getByRole('group', { name: 'Contas do Instagram' });
  await expect.element(choice.getByText(/^Funciona: posts e reels/)).toBeVisible();
  await expect.element(choice.getByText(/Abra o Instagram e resolva o aviso/)).toBeVisible();
  await expect
    .element(page.getByText(/outro perfil, e @loja.da.praca, a conta conectada, não apareceu/))
    .toBeVisible();
  await expectAccessible();
});
