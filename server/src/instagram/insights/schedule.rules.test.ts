import { expect, test } from 'vitest';
import {
  consequenceOf,
  daysToRead,
  firstReadAge,
  nextDaysAt,
  nextReadAge,
} from './schedule.rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('reads a post ten times in 90 days and then no more', () => {
  const ages: number[] = [];
  for (let age = nextReadAge('IMAGE', 0); age !== null; age = nextReadAge('IMAGE', age)) {
    ages.push(age / HOUR);
  }
  expect(ages).toEqual([1, 6, 24, 48, 72, 7 * 24, 14 * 24, 30 * 24, 60 * 24, 90 * 24]);
});

test('reads a story five times while it is visible', () => {
  const ages: number[] = [];
  for (let age = nextReadAge('STORIES', 0); age !== null; age = nextReadAge('STORIES', age)) {
    ages.push(age / HOUR);
  }
  expect(ages).toEqual([1, 6, 12, 20, 23.5]);
});

test('does not repeat a late reading and continues with the next one', () => {
  expect(nextReadAge('REELS', 25 * HOUR)).toBe(48 * HOUR);
});

test.each([
  ['REELS', 0, HOUR],
  ['REELS', 5 * DAY, 5 * DAY],
  ['REELS', 91 * DAY, null],
  ['STORIES', 10 * HOUR, 10 * HOUR],
  ['STORIES', 25 * HOUR, null],
] as const)('reads a %s of %i ms without earlier readings at the age %s', (type, age, first) => {
  expect(firstReadAge(type, age)).toBe(first);
});

// 11:00 in Brasília.
const now = new Date('2026-06-09T14:00:00Z');

test('reads the last 30 days of a new account, yesterday first', () => {
  const days = daysToRead(new Map(), now);
  expect(days).toHaveLength(30);
  expect([days[0], days[29]]).toEqual(['2026-06-08', '2026-05-10']);
});

test('reads a day daily until 49 hours after its end, because its metrics arrive late', () => {
  // 4:00 in Brasília, when the days are read.
  const morning = new Date('2026-06-09T07:00:00Z');
  const known = new Map(daysToRead(new Map(), morning).map((day) => [day, morning]));
  expect(daysToRead(known, morning)).toEqual([]);
  const read = (at: Date) => {
    const days = daysToRead(known, at);
    for (const day of days) known.set(day, at);
    expect(daysToRead(known, at)).toEqual([]);
    return days;
  };
  const later = (days: number) => new Date(morning.getTime() + days * DAY);
  expect(read(later(1))).toEqual(['2026-06-09', '2026-06-08', '2026-06-07']);
  expect(read(later(2))).toEqual(['2026-06-10', '2026-06-09', '2026-06-08']);
  const lost = [15, 14, 13, 12, 11].map((day) => `2026-06-${day}`);
  expect(read(later(7))).toEqual([...lost, '2026-06-10', '2026-06-09']);
  expect(read(later(8))).toEqual(['2026-06-16', '2026-06-15', '2026-06-14']);
});

test('reads the next day after its end, at a different minute for each account', () => {
  const at = ['0000', '8000', 'ffff'].map((end) => nextDaysAt(`f2c1-${end}`, now).getTime());
  const from = Date.parse('2026-06-10T06:00:00Z');
  expect(at[0]).toBe(from);
  expect(at[1]).toBe(from + HOUR);
  expect(at[2]).toBeLessThan(from + 2 * HOUR);
});

test.each([
  ['4', 'app_limited', 'app'],
  ['4/1349210', 'app_limited', 'app'],
  ['4/2207051', 'blocked', 'account'],
  ['17', 'rate_limited', 'account'],
  ['32', 'rate_limited', 'account'],
  ['613', 'rate_limited', 'account'],
  ['80002', 'rate_limited', 'account'],
  ['368', 'blocked', 'account'],
  ['190/460', 'reconnect', 'connection'],
  ['no-answer', 'transient', 'connection'],
  ['2', 'transient', 'connection'],
  ['10', 'reconnect', 'permission'],
  ['10/2207050', 'reconnect', 'permission'],
  ['200', 'reconnect', 'permission'],
  ['100/33', 'transient', 'this'],
  ['100', 'bug', 'this'],
])('the error %s affects the scope %3$s', (code, kind, scope) => {
  expect(consequenceOf({ code, class: kind }).scope).toBe(scope);
});

test('a back-off lasts as long as Instagram requests, and at least an hour', () => {
  const limited = { code: '80002', class: 'rate_limited' };
  expect(consequenceOf({ ...limited, waitMs: 60_000 })).toEqual({ scope: 'account', ms: HOUR });
  expect(consequenceOf({ ...limited, waitMs: 3 * HOUR })).toEqual({
    scope: 'account',
    ms: 3 * HOUR,
  });
});
