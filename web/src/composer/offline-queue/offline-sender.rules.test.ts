import { expect, test } from 'vitest';
import { ApiError, stalledError } from '../../api/api-error.ts';
import { applyFailure, shouldStopSending, findNextDue } from './offline-sender.rules.ts';
import { anOfflinePost, createdAt as now } from './offline-post-fixture.ts';

const failure = (status: number, code: string) =>
  new ApiError({ status, code, message: `Foi ${code}.` });
const noLine = failure(0, 'NETWORK');
const earlier = now.getTime() - 60_000;
const post = anOfflinePost();
const resent = anOfflinePost({ sentAt: earlier });
const partlySent = { hasSentSome: true, hasSentAll: false };
const fullySent = { hasSentSome: true, hasSentAll: true };

const storedAfter = (original: typeof post, error: unknown, way: typeof partlySent) =>
  applyFailure(
    { ...original, sentAt: original.sentAt ?? now.getTime() },
    error,
    { original, ...way },
    now,
  );

test.each([
  ['a line that breaks under way', post, noLine, partlySent, null],
  ['a line that breaks after all had gone out', post, noLine, fullySent, now.getTime()],
  ['a server that fails', post, failure(500, 'INTERNAL'), fullySent, now.getTime()],
  ['a refusal', post, failure(422, 'VALIDATION'), fullySent, null],
  ['a line that breaks under way, the second time', resent, noLine, partlySent, earlier],
  [
    'another content, the second time',
    resent,
    failure(422, 'IDEMPOTENCY_MISMATCH'),
    fullySent,
    earlier,
  ],
  ['a post that was deleted since', resent, failure(404, 'NOT_FOUND'), fullySent, earlier],
  [
    'a session that ended, the second time',
    resent,
    failure(401, 'UNAUTHENTICATED'),
    fullySent,
    earlier,
  ],
  [
    'a file that is refused, the second time',
    resent,
    failure(0, 'UPLOAD_REFUSED'),
    partlySent,
    earlier,
  ],
  [
    'a plan that takes no more, the second time',
    resent,
    failure(403, 'LIMIT_EXCEEDED'),
    fullySent,
    null,
  ],
  ['a cancelled attempt', post, new DOMException('', 'AbortError'), partlySent, null],
] as const)(
  'after %s the post records whether it may have been created',
  (_, before, error, way, sentAt) => {
    expect(storedAfter(before, error, way).sentAt).toBe(sentAt);
  },
);

test('only a response about the post itself requires the user', () => {
  expect(storedAfter(post, failure(422, 'VALIDATION'), fullySent).refusal).toBe('Foi VALIDATION.');
  expect(storedAfter(post, failure(0, 'UPLOAD_REFUSED'), partlySent).refusal).toBe(
    'Foi UPLOAD_REFUSED.',
  );
  const passing = [noLine, failure(429, 'TOO_MANY_REQUESTS'), failure(404, 'UPLOAD_NOT_FOUND')];
  for (const error of passing) expect(storedAfter(post, error, fullySent).refusal).toBe(null);
});

test('each failure doubles the delay, up to half an hour', () => {
  const waits: number[] = [];
  let next = post;
  for (let time = 0; time < 8; time += 1) {
    next = storedAfter(next, failure(500, 'INTERNAL'), fullySent);
    waits.push((next.retryAt - now.getTime()) / 1000);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800]);
  const unsent = storedAfter(post, noLine, { hasSentSome: false, hasSentAll: false });
  expect(unsent).toMatchObject({ failures: 0, retryAt: now.getTime() });
});

test.each([
  [noLine, true],
  [failure(503, 'UNKNOWN'), true],
  [failure(429, 'TOO_MANY_REQUESTS'), true],
  [failure(401, 'UNAUTHENTICATED'), true],
  [failure(500, 'INTERNAL'), false],
  [failure(422, 'VALIDATION'), false],
  [failure(404, 'UPLOAD_NOT_FOUND'), false],
  [stalledError(), false],
  [new Error('a fault of ours'), false],
])('%s: stops the other posts: %s', (error, expected) => {
  expect(shouldStopSending(error)).toBe(expected);
});

test('a failed post is skipped until its delay is over, and is then sent after the others', () => {
  const failed = anOfflinePost({ key: 'bad', createdAt: 0, retryAt: now.getTime() + 1 });
  const posts = [
    failed,
    anOfflinePost({ key: 'second', createdAt: 2 }),
    anOfflinePost({ key: 'first', createdAt: 1 }),
  ];
  const due = (tried: string[], at = now, ignoreBackoff = false) =>
    findNextDue(posts, { tried: new Set(tried), now: at, ignoreBackoff })?.key;
  expect(due([])).toBe('first');
  expect(due(['first'])).toBe('second');
  expect(due(['first', 'second'])).toBe(undefined);
  expect(due(['first', 'second'], new Date(now.getTime() + 1))).toBe('bad');
  expect(due(['first', 'second'], now, true)).toBe('bad');
});
