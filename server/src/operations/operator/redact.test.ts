import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test.each([
  ['a named token', { access_token: 'x' }, { access_token: '(removido)' }],
  ['a known secret inside a text', ['id: s3cret.'], ['id: (removido).']],
  [
    'the query of an address',
    { paging: { next: 'https://graph.facebook.com/v25.0/me/accounts?access_token=abc&after=x' } },
    { paging: { next: 'https://graph.facebook.com/v25.0/me/accounts?(removido)' } },
  ],
  ['an unknown token', { text: `de EAAB${'z'.repeat(40)} nao` }, { text: 'de (removido) nao' }],
  ['nothing of an ordinary answer', { id: '1', data: [{ n: 2, ok: true, none: null }] }, undefined],
])('removes %s', (_what, answer, shown) => {
  expect(redact(answer, ['s3cret', ''])).toEqual(shown ?? answer);
});
