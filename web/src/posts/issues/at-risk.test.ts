import type { Issue } from '@pontual/contract/posts/issues.ts';
import { describe, expect, test } from 'vitest';
import { aPost } from '../post-fixture.ts';
import { createIsAtRisk, severityRank, prioritizeWorst } from './at-risk.ts';

const anIssue = (overrides: Partial<Issue>): Issue => ({
  id: 'x',
  kind: 'needs_reconnect',
  severity: 'now',
  account: { instagramAccountId: '1', username: 'cafe.serra' },
  reason: null,
  since: null,
  postIds: [],
  total: 0,
  failed: 0,
  firstDue: null,
  mediaType: null,
  lastDue: null,
  action: 'reconnect',
  canDismiss: false,
  ...overrides,
});

describe('a post is at risk', () => {
  test('while its account, or the first account by default, cannot publish', () => {
    const isAtRisk = createIsAtRisk([anIssue({})], '1');
    expect(isAtRisk(aPost({ instagramAccountId: '1' }))).toBe(true);
    expect(isAtRisk(aPost({ instagramAccountId: null }))).toBe(true);
    expect(isAtRisk(aPost({ instagramAccountId: '2' }))).toBe(false);
    expect(createIsAtRisk([anIssue({})], '2')(aPost({ instagramAccountId: null }))).toBe(false);
  });

  test('when an issue names it, whatever else is known of it', () => {
    const isAtRisk = createIsAtRisk([anIssue({ kind: 'at_risk', postIds: ['a'] })], '1');
    expect([isAtRisk({ _id: 'a' }), isAtRisk({ _id: 'b' })]).toEqual([true, false]);
    expect(isAtRisk(aPost({ instagramAccountId: '1' }))).toBe(false);
  });

  test('only before its outcome, and if Pontual publishes it', () => {
    const isAtRisk = createIsAtRisk([anIssue({})], '1');
    const of = (overrides: Parameters<typeof aPost>[0]) =>
      isAtRisk(aPost({ instagramAccountId: '1', ...overrides }));
    expect(of({ status: 'pending' })).toBe(true);
    expect(of({ status: 'published' })).toBe(false);
    expect(of({ status: 'failed' })).toBe(false);
    expect(of({ status: 'draft' })).toBe(false);
    expect(of({ demo: true })).toBe(false);
    expect(of({ manualPublishing: 'manual' })).toBe(false);
  });

  test('not while nothing is loaded, nor for a failure of other posts', () => {
    expect(createIsAtRisk(undefined, '1')(aPost({ instagramAccountId: '1' }))).toBe(false);
    for (const kind of ['failed', 'unknown_outcome'] as const) {
      expect(createIsAtRisk([anIssue({ kind, postIds: ['a'] })], '1')({ _id: 'a' })).toBe(false);
    }
  });
});

const aDay = (
  ['published', 'scheduled', 'pending', 'failed', 'draft', 'error', 'expired'] as const
).map((status, hour) =>
  aPost({ _id: status, status, scheduledTime: `2026-06-12T${10 + hour}:00:00.000Z` }),
);
const risky = aPost({ _id: 'risky', scheduledTime: '2026-06-12T23:00:00.000Z' });
const isRisky = ({ _id }: { _id: string }) => _id === 'risky';
const idsOf = (posts: readonly { _id: string }[]) => posts.map(({ _id }) => _id);

test('a failed post ranks before one at risk, then a pending one, then all others', () => {
  const ranked = [...aDay, risky].toSorted(
    (a, b) => severityRank(a, isRisky) - severityRank(b, isRisky),
  );
  expect(idsOf(ranked)).toEqual([
    'failed',
    'error',
    'expired',
    'risky',
    'pending',
    'published',
    'scheduled',
    'draft',
  ]);
});

test('the worst posts come first, sorted by due time, and the others follow, also sorted', () => {
  const early = aDay.slice(0, 4);
  expect(idsOf(prioritizeWorst([...early, risky], isRisky, 2))).toEqual([
    'failed',
    'risky',
    'published',
    'scheduled',
    'pending',
  ]);
  expect(idsOf(prioritizeWorst([...early, risky], isRisky, 3))).toEqual([
    'pending',
    'failed',
    'risky',
    'published',
    'scheduled',
  ]);
  const [published, , pending] = aDay;
  const pair = [published, pending].flatMap((post) => post ?? []);
  expect(idsOf(prioritizeWorst(pair, isRisky, 2))).toEqual(['published', 'pending']);
});
