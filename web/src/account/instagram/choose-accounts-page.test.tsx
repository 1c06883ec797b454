import {
  chooseInstagramAccounts,
  getInstagramAuthUrl,
  listInstagramAccounts,
  readAccountChoice,
  type OfferedAccount,
} from '@pontual/contract/instagram/instagram.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { secondAccount } from '../../../testing/instagram-accounts.ts';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { aConnectedUser, anInstagramAccount, aUser } from '../../../testing/examples.ts';
import { openPage, PHONE } from '../../../testing/open-page.tsx';
import { retryByKeyboard } from '../../../testing/retry-by-keyboard.ts';
import { server } from '../../../testing/stub-server.ts';

const anOfferedAccount = (username: string, pageName: string): OfferedAccount => ({
  instagramAccountId: `id-${username}`,
  username,
  pageName,
  picture: null,
  isConnected: false,
  refusal: null,
});
const shop = anOfferedAccount('loja.da.praca', 'Loja da Praça');
const studio = anOfferedAccount('atelie.da.praca', 'Ateliê da Praça');
const choice = page.getByRole('group', { name: 'Contas do Instagram' });
const connect = page.getByRole('button', { name: 'Conectar', exact: true });

test('one of two accounts is chosen', async () => {
  server.answer(readAccountChoice, {
    accounts: [shop, studio],
    login: 'facebook',
    adds: false,
    room: 1,
    replaces: null,
    isAnotherPerson: false,
  });
  server.answer(chooseInstagramAccounts, null);
  const router = await openPage('/connected/choose', { as: aUser() });
  await expect.element(choice.getByRole('radio')).toHaveLength(2);
  await expect
    .element(choice.getByRole('radio', { name: '@loja.da.praca Página Loja da Praça' }))
    .toBeEnabled();
  await expect.element(connect).toBeDisabled();
  await expectAccessible();
  await choice.getByRole('radio', { name: /^@atelie\.da\.praca/ }).click();
  await connect.click();
  await expect
    .poll(() => server.calls(chooseInstagramAccounts))
    .toMatchObject([{ body: { accounts: [studio.instagramAccountId] } }]);
  await expect.poll(() => router.state.location.pathname).not.toBe('/connected/choose');
});

test('several accounts are chosen within the plan limit, and one without publish permission is not', async () => {
  server.answer(readAccountChoice, {
    accounts: [shop, { ...studio, refusal: 'cannot_publish' }],
    login: 'facebook',
    adds: true,
    room: 2,
    replaces: null,
    isAnotherPerson: false,
  });
  await openPage('/connected/choose', { as: aConnectedUser({ plan: 'pro' }), size: PHONE });
  await expect.element(choice.getByRole('checkbox').first()).toBeEnabled();
  await expect.element(choice.getByRole('checkbox').last()).toBeDisabled();
  await expectAccessible();
});

test('an expired choice shows that no account was connected', async () => {
  server.refuse(readAccountChoice, 'INSTAGRAM_CHOICE_EXPIRED');
  await openPage('/connected/choose', { as: aUser() });
  await expect.element(page.getByRole('heading', { name: 'Nada foi conectado' })).toBeVisible();
  await expectAccessible();
});

test('accounts that are connected in addition to others are confirmed with them', async () => {
  server.answer(listInstagramAccounts, {
    accounts: [anInstagramAccount(), secondAccount],
    limit: 3,
  });
  await openPage('/connected?connected=true', { as: aConnectedUser({ plan: 'pro', accounts: 2 }) });
  await expect
    .element(page.getByRole('heading', { name: 'Suas contas estão conectadas' }))
    .toBeVisible();
  for (const username of ['atelie.barro', 'cafe.serra']) {
    await expect.element(page.getByText(`@${username}: conectada`)).toBeVisible();
  }
  await expectAccessible();
});

test('accounts that fail to load can be retried by keyboard', async () => {
  server.refuse(readAccountChoice, 'INTERNAL');
  await openPage('/connected/choose', { as: aUser() });
  const failure = page.getByRole('alert').filter({ hasText: 'carregar as contas.' });
  await expect.element(failure).toBeVisible();
  await expectAccessible();
  server.answer(readAccountChoice, {
    accounts: [shop, studio],
    login: 'facebook',
    adds: false,
    room: 1,
    replaces: null,
    isAnotherPerson: false,
  });
  await retryByKeyboard(failure.getByRole('button'), readAccountChoice);
  await expect.element(choice.getByRole('radio')).toHaveLength(2);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('the account of Instagram’s own dialog is chosen in place of the connected one', async () => {
  server.refuse(getInstagramAuthUrl, 'INTERNAL');
  server.answer(readAccountChoice, {
    accounts: [{ ...shop, pageName: shop.username }],
    login: 'instagram',
    adds: false,
    room: 1,
    replaces: 'atelie.barro',
    isAnotherPerson: true,
  });
  await openPage('/connected/choose', { as: aConnectedUser(), size: PHONE });
  await expect
    .element(page.getByText(/Você entrou no Instagram com outra conta, e não com @atelie.barro/))
    .toBeVisible();
  await expect.element(page.getByText(/Facebook|Página/)).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Abrir o Instagram de novo' }).click();
  await expect
    .poll(() => server.calls(getInstagramAuthUrl))
    .toMatchObject([{ query: { login: 'instagram', again: 'true' } }]);
});
