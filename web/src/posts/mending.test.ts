import { expect, test } from 'vitest';
import { mayPublishNow, mendOf, remarkOf } from './mending.ts';
import { aPost } from './post-fixture.ts';

/** Tuesday, 9 June 2026, 14:32 in Brasília. */
const now = new Date('2026-06-09T17:32:00Z');

test.each([
  // status, what the engine asks for, connected, the button
  ['scheduled', 'reconnect', true, 'connect'],
  ['failed', 'reconnect', true, 'connect'],
  ['expired', 'reconnect', false, 'connect'],
  ['expired', 'reconnect', true, 'publish_now'],
  ['scheduled', 'confirm_account', true, 'confirm_account'],
  ['scheduled', 'confirm_account', false, 'connect'],
  ['failed', 'try_again', true, 'try_again'],
  ['error', 'try_again', true, 'try_again'],
  ['failed', 'try_again', false, null],
  ['expired', 'try_again', true, 'publish_now'],
  ['expired', null, true, 'publish_now'],
  ['expired', null, false, null],
  ['scheduled', 'wait', true, null],
  ['pending', 'wait', true, null],
  ['failed', 'change_media', true, 'change_media'],
  ['scheduled', 'change_media', false, 'change_media'],
  ['failed', 'edit', true, 'edit'],
  ['pending', 'edit', true, null],
  ['scheduled', null, true, null],
  ['published', null, true, null],
] as const)('%s, %s, connected %s: %s', (status, errorAction, connected, mend) => {
  expect(mendOf(aPost({ status, errorAction }), connected)).toBe(mend);
});

test.each([
  ['scheduled', null, true, true],
  ['scheduled', 'wait', true, true],
  ['scheduled', 'reconnect', true, false],
  ['scheduled', 'confirm_account', true, false],
  ['scheduled', null, false, false],
  ['failed', 'reconnect', true, true],
  ['failed', 'change_media', true, false],
  ['failed', 'try_again', true, false],
  ['expired', 'try_again', true, true],
  ['published', null, true, false],
  ['pending', null, true, false],
  ['draft', null, true, false],
] as const)('%s, %s, connected %s: publish now is %s', (status, errorAction, connected, may) => {
  expect(mayPublishNow(aPost({ status, errorAction }), connected)).toBe(may);
});

const waiting = { errorMessage: 'O Instagram pediu uma pausa.', errorAction: 'wait' } as const;

test('a post that waits says why and until when', () => {
  const post = aPost({ ...waiting, forecastAt: '2026-06-09T17:35:00.000Z' });
  expect(remarkOf(post, true, now)).toEqual({
    tone: 'warn',
    text: 'O Instagram pediu uma pausa.',
    forecast: 'Previsão: 14:35',
  });
});

test('a forecast on another day names it', () => {
  const post = aPost({ ...waiting, forecastAt: '2026-06-10T03:10:00.000Z' });
  expect(remarkOf(post, true, now)?.forecast).toBe('Previsão: amanhã, 00:10');
});

test('a post that did not go out says why, and has no forecast', () => {
  const post = aPost({
    status: 'failed',
    errorMessage: 'O Instagram recusou a foto.',
    forecastAt: '2026-06-09T17:35:00.000Z',
  });
  expect(remarkOf(post, true, now)).toEqual({
    tone: 'bad',
    text: 'O Instagram recusou a foto.',
    forecast: null,
  });
});

test('a scheduled post says that it is ready, or that there is no account', () => {
  expect(remarkOf(aPost({ ready: true }), true, now)?.text).toBe('pronto para publicar');
  expect(remarkOf(aPost({ ready: true }), false, now)?.text).toBe(
    'Conta do Instagram não conectada',
  );
  expect(remarkOf(aPost(), true, now)).toBeNull();
  expect(remarkOf(aPost({ status: 'published' }), false, now)).toBeNull();
});
