import { expect, test } from 'vitest';
import { everyPost } from '../posts/post-filter.ts';
import { entryFor, isKept, isOver, type Entry } from './kept-keys.ts';

test.each([
  [['posts', 'month', '2026-06'], true],
  [['posts', 'drafts'], true],
  [['posts', 'stats'], true],
  [['posts', 'accounts', 'w1'], true],
  [['posts', 'needs'], true],
  [['posts', 'upcoming', '2026-06-10', everyPost], true],
  [['posts', 'upcoming', '2026-06-10', { ...everyPost, status: 'failed' }], false],
  [['posts', 'one', '1'], false],
  [['account', 'sessions'], false],
  [['billing'], false],
])('%j is kept on the device: %s', (key, expected) => {
  expect(isKept(key)).toBe(expected);
});

const entry = (key: Entry['key'], at: number): Entry => ({ key, data: at, at });

test('a list that begins today is shown as it was on the last day of a visit', () => {
  const entries = [
    entry(['posts', 'upcoming', '2026-06-08', everyPost], 1),
    entry(['posts', 'upcoming', '2026-06-09', everyPost], 2),
  ];
  const today = ['posts', 'upcoming', '2026-06-10', everyPost];
  expect(entryFor(today, entries)?.data).toBe(2);
  expect(entryFor(today, [...entries, entry(today, 0)])?.data).toBe(0);
});

test('a month that was not visited shows no other', () => {
  expect(entryFor(['posts', 'month', '2026-07'], [entry(['posts', 'month', '2026-06'], 1)])).toBe(
    undefined,
  );
});

test('what is older than a month is over', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(isOver(entry(['posts', 'drafts'], 0), 31 * day)).toBe(false);
  expect(isOver(entry(['posts', 'drafts'], 0), 31 * day + 1)).toBe(true);
});
