import { expect, test } from 'vitest';
import { noPostFilter } from '../../posts/post-filter.ts';
import { findEntry, isCacheable, isCacheExpired, type CacheEntry } from './offline-cache.rules.ts';

test.each([
  [['posts', 'month', '2026-06'], true],
  [['posts', 'drafts'], true],
  [['posts', 'stats'], true],
  [['posts', 'accounts', 'w1'], true],
  [['posts', 'issues'], true],
  [['posts', 'upcoming', '2026-06-10', noPostFilter], true],
  [['posts', 'upcoming', '2026-06-10', { ...noPostFilter, status: 'failed' }], false],
  [['posts', 'one', '1'], false],
  [['account', 'sessions'], false],
  [['billing'], false],
])('the cacheability of %j is %s', (key, expected) => {
  expect(isCacheable(key)).toBe(expected);
});

const entry = (key: CacheEntry['key'], fetchedAt: number): CacheEntry => ({
  key,
  data: fetchedAt,
  fetchedAt,
});

test('a list that begins today falls back to its entry of the latest earlier day', () => {
  const entries = [
    entry(['posts', 'upcoming', '2026-06-08', noPostFilter], 1),
    entry(['posts', 'upcoming', '2026-06-09', noPostFilter], 2),
  ];
  const today = ['posts', 'upcoming', '2026-06-10', noPostFilter];
  expect(findEntry(today, entries)?.data).toBe(2);
  expect(findEntry(today, [...entries, entry(today, 0)])?.data).toBe(0);
});

test('a month without an entry falls back to no other month', () => {
  expect(findEntry(['posts', 'month', '2026-07'], [entry(['posts', 'month', '2026-06'], 1)])).toBe(
    undefined,
  );
});

test('an entry older than 31 days is expired', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(isCacheExpired(entry(['posts', 'drafts'], 0), 31 * day)).toBe(false);
  expect(isCacheExpired(entry(['posts', 'drafts'], 0), 31 * day + 1)).toBe(true);
});
