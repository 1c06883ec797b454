import { expect, test } from 'vitest';
import { googleErrorText, returnPath } from './google.ts';

test.each(['/', '/schedule', '/create-post', '/schedule?post=0190-ab', '/a/b-c', '/invite#A1-_b'])(
  'returns the visitor to %s',
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

test.each([
  '//mau.example',
  '/\\mau.example',
  'https://mau.example',
  'javascript:alert(1)',
  '/schedule#/../..',
  '/schedule/../api',
  '/%2f%2fmau.example',
  '/schedule\r\nset-cookie: a=b',
  '/schedule\n',
  '/api/auth/google',
  '/api',
  '/auth/callback?error=x',
  '/login',
  `/${'a'.repeat(300)}`,
  '',
  undefined,
  ['/schedule'],
])('redirects no visitor to %j', (path) => {
  expect(returnPath(path)).toBeUndefined();
});

test.each([
  ['access_denied', /cancelou a entrada/],
  ['invalid_state', /expirou ou começou em outro navegador. Comece de novo/],
  ['provider_unavailable', /não respondeu. Tente de novo em instantes/],
  ['email_unverified', /não confirmou o e-mail desta conta. Confirme o e-mail no Google/],
  ['account_exists', /Já existe uma conta com este e-mail.*Entre com e-mail e senha/],
  ['other_google_account', /já entra com outra conta Google. Entre com aquela conta/],
  ['too_many_attempts', /muitas tentativas.*Aguarde 15 minutos e comece de novo/],
  ['sign_in_failed', /não pôde ser confirmada. Comece de novo/],
])('%s has a text that states the cause and the next step', (value, words) => {
  expect(googleErrorText(value)).toMatch(words);
});

test('an unknown error has no text', () => {
  expect(googleErrorText('toString')).toBeUndefined();
});
