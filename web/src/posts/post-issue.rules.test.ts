import type { Post } from '@pontual/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { canPublishNow, getRecoveryAction, getPostIssue } from './post-issue.rules.ts';
import { aPost } from './post-fixture.ts';

/** Tuesday, 14:32 in Brasília. */
const now = new Date('2026-06-09T17:32:00Z');

test.each([
  // status, action of the engine, connected, button
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
  expect(getRecoveryAction(aPost({ status, errorAction }), connected)).toBe(mend);
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
  expect(canPublishNow(aPost({ status, errorAction }), connected)).toBe(may);
});

const waitIssue = { errorMessage: 'O Instagram pediu uma pausa.', errorAction: 'wait' } as const;

test('a delayed post shows why and until when', () => {
  const post = aPost({ ...waitIssue, forecastAt: '2026-06-09T17:35:00.000Z' });
  expect(getPostIssue(post, true, now)).toEqual({
    tone: 'warn',
    text: 'O Instagram pediu uma pausa.',
    forecast: 'Previsão: 14:35',
    progress: null,
  });
});

test('a forecast on another day includes the day', () => {
  const post = aPost({ ...waitIssue, forecastAt: '2026-06-10T03:10:00.000Z' });
  expect(getPostIssue(post, true, now)?.forecast).toBe('Previsão: amanhã, 00:10');
});

test('a failed post shows the reason, and no forecast', () => {
  const post = aPost({
    status: 'failed',
    errorMessage: 'O Instagram recusou a foto.',
    forecastAt: '2026-06-09T17:35:00.000Z',
  });
  expect(getPostIssue(post, true, now)).toEqual({
    tone: 'bad',
    text: 'O Instagram recusou a foto.',
    forecast: null,
    progress: null,
  });
});

test('a scheduled post shows that it is ready, or that no account is connected', () => {
  expect(getPostIssue(aPost({ ready: true }), true, now)?.text).toBe('pronto para publicar');
  expect(getPostIssue(aPost({ ready: true }), false, now)?.text).toBe(
    'Conta do Instagram não conectada',
  );
  expect(getPostIssue(aPost(), true, now)).toBeNull();
  expect(getPostIssue(aPost({ status: 'published' }), false, now)).toBeNull();
});

function aVideo(overrides: Partial<Post['mediaItems'][number]>): Post['mediaItems'][number] {
  return {
    type: 'video',
    url: '/api/media/1',
    thumbnailUrl: '/thumbnail/1',
    coverUrl: null,
    width: 1080,
    height: 1920,
    durationMs: 60_000,
    altText: null,
    state: 'converting',
    progress: 40,
    readyInMs: 170_000,
    refusal: null,
    ...overrides,
  };
}

test('a post with a video in conversion shows the progress and when it is ready', () => {
  const post = aPost({ mediaItems: [aVideo({})] });
  const expected = {
    tone: 'plain',
    text: 'Convertendo o vídeo',
    forecast: 'Pronto em cerca de 3 min',
    progress: 40,
  };
  expect(getPostIssue(post, true, now)).toEqual(expected);
  expect(getPostIssue({ ...post, status: 'draft' }, false, now)).toEqual(expected);
});

test('a post whose due time comes before its video is ready shows that it is published late', () => {
  const scheduledTime = '2026-06-09T17:34:00.000Z';
  const post = aPost({ scheduledTime, mediaItems: [aVideo({})] });
  expect(getPostIssue(post, true, now)).toMatchObject({
    tone: 'warn',
    forecast: 'Sai assim que ficar pronto, em cerca de 3 min',
  });
  const errorMessage = 'Ainda estamos convertendo o vídeo deste post.';
  const late = { ...post, status: 'pending', errorMessage, errorAction: 'wait' } as const;
  expect(getPostIssue(late, true, now)).toEqual({
    tone: 'warn',
    text: errorMessage,
    forecast: 'Pronto em cerca de 3 min',
    progress: 40,
  });
});

test.each([
  [20_000, 'Pronto em cerca de 1 min'],
  [3_600_000, 'Pronto em cerca de 1 h'],
  [5_640_000, 'Pronto em cerca de 1 h 34 min'],
])('%i ms of conversion left: %s', (readyInMs, forecast) => {
  const post = aPost({ scheduledTime: null, mediaItems: [aVideo({ readyInMs })] });
  expect(getPostIssue(post, true, now)?.forecast).toBe(forecast);
});

test('the slowest of several videos counts, and an unknown end gives no forecast', () => {
  const [slow, fast] = [aVideo({ readyInMs: 600_000, progress: 5 }), aVideo({})];
  const waiting = aVideo({ readyInMs: null, progress: 0 });
  expect(getPostIssue(aPost({ mediaItems: [fast, slow] }), true, now)).toMatchObject({
    text: 'Convertendo 2 vídeos',
    forecast: 'Pronto em cerca de 10 min',
    progress: 5,
  });
  expect(getPostIssue(aPost({ mediaItems: [fast, waiting] }), true, now)).toMatchObject({
    forecast: null,
    progress: 0,
  });
});

test('a finished conversion, or one of a post with another action, is not shown', () => {
  const ready = aVideo({ state: 'ready', progress: null, readyInMs: null });
  expect(getPostIssue(aPost({ mediaItems: [ready] }), true, now)).toBeNull();
  const errorFields = { errorMessage: 'Conecte a conta.', errorAction: 'reconnect' } as const;
  const post = aPost({ ...errorFields, mediaItems: [aVideo({})] });
  expect(getPostIssue(post, true, now)).toMatchObject({ forecast: null, progress: null });
});
