import { expect, test } from 'vitest';
import { lastSummary, nextSummary, summaryBefore } from './weekly-summary.rules.ts';

// 8 June 2026 is a Monday; Brasília is three hours behind UTC.
const MONDAY = '2026-06-08T11:00:00.000Z';

test.each([
  ['on Monday at eight', MONDAY, MONDAY],
  ['a moment before', '2026-06-08T10:59:59.999Z', '2026-06-01T11:00:00.000Z'],
  ['on Monday at midnight', '2026-06-08T03:00:00.000Z', '2026-06-01T11:00:00.000Z'],
  ['late on Sunday in Brasília, Monday in UTC', '2026-06-15T02:00:00.000Z', MONDAY],
  ['on Sunday', '2026-06-14T15:00:00.000Z', MONDAY],
  ['on Saturday', '2026-06-13T15:00:00.000Z', MONDAY],
])('%s the last summary was due at %s', (_when, now, due) => {
  expect(lastSummary(new Date(now)).toISOString()).toBe(due);
});

test('a week has seven days, also across the end of a year', () => {
  const week = new Date('2026-12-28T11:00:00.000Z');
  expect(nextSummary(week).toISOString()).toBe('2027-01-04T11:00:00.000Z');
  expect(summaryBefore(nextSummary(week))).toEqual(week);
});
