import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  gridSpan,
  monthGrid,
  sameDayInMonth,
  weekBounds,
  splitIntoWeeks,
} from './month-grid.ts';

test.each([
  // month, first cell, last cell, cells that belong to the month
  ['2026-06', '2026-05-31', '2026-07-11', 30],
  ['2026-02', '2026-02-01', '2026-03-14', 28],
  ['2024-02', '2024-01-28', '2024-03-09', 29],
  ['2026-12', '2026-11-29', '2027-01-09', 31],
  ['2027-01', '2026-12-27', '2027-02-06', 31],
  ['2026-08', '2026-07-26', '2026-09-05', 31],
  // Months in which the clocks in Brasília changed at midnight.
  ['2018-11', '2018-10-28', '2018-12-08', 30],
  ['2019-02', '2019-01-27', '2019-03-09', 28],
])('the grid of %s runs from %s to %s', (month, first, last, inMonth) => {
  const days = monthGrid(month);
  expect(days).toHaveLength(42);
  expect(days.at(0)?.key).toBe(first);
  expect(days.at(-1)?.key).toBe(last);
  expect(new Set(days.map((day) => day.key)).size).toBe(42);
  expect(days.filter((day) => day.inMonth)).toHaveLength(inMonth);
  expect(days.every((day) => day.day === Number(day.key.slice(8)))).toBe(true);
});

test('weeks are six rows of seven, each starting on the grid’s Sundays', () => {
  const weeks = splitIntoWeeks(monthGrid('2026-06'));
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks.map((week) => week[0]?.key)).toEqual([
    '2026-05-31',
    '2026-06-07',
    '2026-06-14',
    '2026-06-21',
    '2026-06-28',
    '2026-07-05',
  ]);
});

test.each([
  ['2026-06-30', 1, '2026-07-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-02-28', 1, '2026-03-01'],
  ['2026-06-09', 7, '2026-06-16'],
])('%s plus %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});

test.each([
  ['2026-06', 1, '2026-07'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-01', -13, '2024-12'],
  ['2026-06', 12, '2027-06'],
])('%s plus %i months is %s', (month, months, expected) => {
  expect(addMonths(month, months)).toBe(expected);
});

test.each([
  ['2026-06-09', 1, '2026-07-09'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-12-31', 1, '2027-01-31'],
])('%s, %i months away, is %s', (day, months, expected) => {
  expect(sameDayInMonth(day, months)).toBe(expected);
});

test.each([
  ['2026-06-09', '2026-06-07', '2026-06-13'],
  ['2026-06-07', '2026-06-07', '2026-06-13'],
  ['2026-06-13', '2026-06-07', '2026-06-13'],
  ['2027-01-01', '2026-12-27', '2027-01-02'],
])('the week of %s runs from %s to %s', (day, sunday, saturday) => {
  expect(weekBounds(day)).toEqual({ sunday, saturday });
});

test('the span of a grid begins and ends at midnight in Brasília', () => {
  const { from, to } = gridSpan('2026-06');
  expect(from.toISOString()).toBe('2026-05-31T03:00:00.000Z');
  expect(to.toISOString()).toBe('2026-07-12T03:00:00.000Z');
});
