import { expect, test } from 'vitest';
import { findAccountLabel, findAccountName } from './find-account-name.ts';

const several = { accounts: 2, instagramAccountId: '1', instagramUsername: 'atelie.barro' };
const one = { ...several, accounts: 1 };
const accounts = [
  { instagramAccountId: '1', username: 'atelie.barro' },
  { instagramAccountId: '2', username: 'cafe.serra' },
];

test.each([
  ['the account of a post', several, accounts, '2', '@cafe.serra'],
  ['the first account for a post that names none', several, accounts, null, '@atelie.barro'],
  ['the first account before the list has come', several, undefined, '1', '@atelie.barro'],
  ['no other account before the list has come', several, undefined, '2', undefined],
  ['no account that was removed', several, accounts, '3', undefined],
  ['nothing where one account is connected', one, accounts, '1', undefined],
  ['nothing where the post is of an account before the only one', one, undefined, '3', undefined],
])('names %s', (_, user, known, account, name) => {
  expect(findAccountName(user, known, account)).toBe(name);
});

test('a label also covers a removed account, once the accounts are loaded', () => {
  expect(findAccountLabel(several, accounts, '2')).toBe('@cafe.serra');
  expect(findAccountLabel(several, accounts, '3')).toBe('Conta removida');
  expect(findAccountLabel(several, undefined, '3')).toBeUndefined();
});
