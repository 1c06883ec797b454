import { expect, test } from 'vitest';
import { generateDates, instantOnDay, describeRule } from './series-dates.ts';
import type { SeriesRule } from '../posts/series-rule.ts';

type SeriesSchedule = Parameters<typeof generateDates>[0];

const weekly = (weekdays: number[], weeks = 1): SeriesRule => ({ every: 'week', weeks, weekdays });
const monthly = (day: number): SeriesRule => ({ every: 'month', day });

function firstDates(count: number, of: SeriesSchedule, from = of.firstOn): string[] {
  const found: string[] = [];
  for (const day of generateDates(of, from)) {
    if (found.length === count) break;
    found.push(day);
  }
  return found;
}
const startingOn = (
  firstOn: string,
  rule: SeriesRule,
  until: string | null = null,
): SeriesSchedule => ({
  rule,
  firstOn,
  until,
});

test('a weekly rule yields its weekdays, also across the end of a year', () => {
  expect(firstDates(4, startingOn('2026-12-18', weekly([5])))).toEqual([
    '2026-12-18',
    '2026-12-25',
    '2027-01-01',
    '2027-01-08',
  ]);
  expect(firstDates(5, startingOn('2026-12-28', weekly([1, 3, 6])))).toEqual([
    '2026-12-28',
    '2026-12-30',
    '2027-01-02',
    '2027-01-04',
    '2027-01-06',
  ]);
});

test('a two-week rule counts weeks from the week of the first day, and weeks begin on Sunday', () => {
  expect(firstDates(4, startingOn('2026-11-27', weekly([1, 5], 2)))).toEqual([
    '2026-11-27',
    '2026-12-07',
    '2026-12-11',
    '2026-12-21',
  ]);
  expect(firstDates(3, startingOn('2026-11-28', weekly([0, 6], 2)))).toEqual([
    '2026-11-28',
    '2026-12-06',
    '2026-12-12',
  ]);
  expect(firstDates(2, startingOn('2026-11-27', weekly([5], 2)), '2027-01-30')).toEqual([
    '2027-02-05',
    '2027-02-19',
  ]);
});

test('day 31 falls on the last day of a shorter month, also of February in a leap year', () => {
  expect(firstDates(5, startingOn('2027-12-31', monthly(31)))).toEqual([
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
  ]);
  expect(firstDates(2, startingOn('2027-01-30', monthly(30)))).toEqual([
    '2027-01-30',
    '2027-02-28',
  ]);
  expect(firstDates(2, startingOn('2027-01-29', monthly(29)), '2027-02-01')).toEqual([
    '2027-02-28',
    '2027-03-29',
  ]);
});

test('a series yields no day before its first or after its last', () => {
  expect(firstDates(9, startingOn('2026-11-10', monthly(10), '2027-01-10'), '2020-01-01')).toEqual([
    '2026-11-10',
    '2026-12-10',
    '2027-01-10',
  ]);
  expect(firstDates(9, startingOn('2026-11-27', weekly([5]), '2026-12-10'))).toEqual([
    '2026-11-27',
    '2026-12-04',
  ]);
  expect(firstDates(9, startingOn('2026-11-27', weekly([5]), '2026-12-10'), '2026-12-05')).toEqual(
    [],
  );
});

test.each([
  ['2026-11-27', 18 * 60, '2026-11-27T21:00:00.000Z'],
  // Late in the evening UTC is already on the next day; the chosen day must not change.
  ['2026-12-31', 22 * 60 + 30, '2027-01-01T01:30:00.000Z'],
  ['2026-02-28', 0, '2026-02-28T03:00:00.000Z'],
  // Brazil had daylight saving time until 2019; the local time stays the same.
  ['2018-12-07', 18 * 60, '2018-12-07T20:00:00.000Z'],
])('%s at minute %i of the day is %s', (day, minute, instant) => {
  expect(instantOnDay(day, minute).toISOString()).toBe(instant);
});

test.each<[SeriesRule, string]>([
  [weekly([5]), 'toda sexta'],
  [weekly([0]), 'todo domingo'],
  [weekly([5, 1, 3]), 'às segundas, quartas e sextas'],
  [weekly([5, 6]), 'às sextas e aos sábados'],
  [weekly([0, 6]), 'aos domingos e sábados'],
  [weekly([1, 2, 3, 4, 5]), 'de segunda a sexta'],
  [weekly([0, 1, 2, 3, 4, 5, 6]), 'todos os dias'],
  [weekly([5], 2), 'a cada 2 semanas, às sextas'],
  [monthly(5), 'todo dia 5'],
  [monthly(30), 'todo dia 30, ou no último do mês'],
  [monthly(31), 'todo último dia do mês'],
])('%o is described as “%s”', (rule, words) => {
  expect(describeRule(rule)).toBe(words);
});
