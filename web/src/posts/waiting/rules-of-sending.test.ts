import { expect, test } from 'vitest';
import { ApiError, stalled } from '../../api/api-error.ts';
import { afterFailure, endsRound, nextDue } from './rules-of-sending.ts';
import { aWaitingPost, madeAt as now } from './waiting-post-fixture.ts';

const failure = (status: number, code: string) =>
  new ApiError({ status, code, message: `Foi ${code}.` });
const noLine = failure(0, 'NETWORK');
const earlier = now.getTime() - 60_000;
const post = aWaitingPost();
const again = aWaitingPost({ sentAt: earlier });
const half = { hasBegun: true, isWhole: false };
const whole = { hasBegun: true, isWhole: true };

/** What is kept of a post that had left, and failed. */
const kept = (before: typeof post, error: unknown, way: typeof half) =>
  afterFailure(
    { ...before, sentAt: before.sentAt ?? now.getTime() },
    error,
    { before, ...way },
    now,
  );

test.each([
  ['a line that breaks under way', post, noLine, half, null],
  ['a line that breaks after all had gone out', post, noLine, whole, now.getTime()],
  ['a server that fails', post, failure(500, 'INTERNAL'), whole, now.getTime()],
  ['a refusal', post, failure(422, 'VALIDATION'), whole, null],
  ['a line that breaks under way, the second time', again, noLine, half, earlier],
  ['another content, the second time', again, failure(422, 'IDEMPOTENCY_MISMATCH'), whole, earlier],
  ['a post that was deleted since', again, failure(404, 'NOT_FOUND'), whole, earlier],
  ['a session that ended, the second time', again, failure(401, 'UNAUTHENTICATED'), whole, earlier],
  ['a file that is refused, the second time', again, failure(0, 'UPLOAD_REFUSED'), half, earlier],
  [
    'a plan that takes no more, the second time',
    again,
    failure(403, 'LIMIT_EXCEEDED'),
    whole,
    null,
  ],
  ['a cancelled attempt', post, new DOMException('', 'AbortError'), half, null],
] as const)('after %s it is known whether it may have arrived', (_, before, error, way, sentAt) => {
  expect(kept(before, error, way).sentAt).toBe(sentAt);
});

test('only an answer to the post itself waits for its user', () => {
  expect(kept(post, failure(422, 'VALIDATION'), whole).refusal).toBe('Foi VALIDATION.');
  expect(kept(post, failure(0, 'UPLOAD_REFUSED'), half).refusal).toBe('Foi UPLOAD_REFUSED.');
  const passing = [noLine, failure(429, 'TOO_MANY_REQUESTS'), failure(404, 'UPLOAD_NOT_FOUND')];
  for (const error of passing) expect(kept(post, error, whole).refusal).toBe(null);
});

test('what fails by itself waits twice as long each time, up to half an hour', () => {
  const waits: number[] = [];
  let next = post;
  for (let time = 0; time < 8; time += 1) {
    next = kept(next, failure(500, 'INTERNAL'), whole);
    waits.push((next.againAt - now.getTime()) / 1000);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800]);
  const unsent = kept(post, noLine, { hasBegun: false, isWhole: false });
  expect(unsent).toMatchObject({ failures: 0, againAt: now.getTime() });
});

test.each([
  [noLine, true],
  [failure(503, 'UNKNOWN'), true],
  [failure(429, 'TOO_MANY_REQUESTS'), true],
  [failure(401, 'UNAUTHENTICATED'), true],
  [failure(500, 'INTERNAL'), false],
  [failure(422, 'VALIDATION'), false],
  [failure(404, 'UPLOAD_NOT_FOUND'), false],
  [stalled(), false],
  [new Error('a fault of ours'), false],
])('%s: keeps the others from their turn: %s', (error, expected) => {
  expect(endsRound(error)).toBe(expected);
});

test('one that failed is passed over until its wait is over, and comes after the others then', () => {
  const failed = aWaitingPost({ key: 'bad', at: 0, againAt: now.getTime() + 1 });
  const posts = [
    failed,
    aWaitingPost({ key: 'second', at: 2 }),
    aWaitingPost({ key: 'first', at: 1 }),
  ];
  const due = (tried: string[], at = now, anew = false) =>
    nextDue(posts, { tried: new Set(tried), now: at, anew })?.key;
  expect(due([])).toBe('first');
  expect(due(['first'])).toBe('second');
  expect(due(['first', 'second'])).toBe(undefined);
  expect(due(['first', 'second'], new Date(now.getTime() + 1))).toBe('bad');
  expect(due(['first', 'second'], now, true)).toBe('bad');
});
