import { expect, test } from 'vitest';
import { googleErrorText, returnPath } from './google.ts';

test.each(['/', '/schedule', '/create-post', '/schedule?post=0190-ab', '/a/b-c'])(
  'a visitor comes back to %s',
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
])('nobody is led to %j', (path) => {
  expect(returnPath(path)).toBeUndefined();
});

test('an unknown error has no words of ours', () => {
  expect(googleErrorText('access_denied')).toBe('Você cancelou a entrada com Google.');
  expect(googleErrorText('toString')).toBeUndefined();
});
