import { expect, test } from 'vitest';
import { moveRecurrence, recurrenceText, type Recurrence } from './recurrence.rules.ts';

const weekly = (...weekdays: number[]): Recurrence => ({
  rule: { every: 'week', weeks: 1, weekdays },
  until: null,
});
const monthly = (day: number): Recurrence => ({ rule: { every: 'month', day }, until: null });

// 27 November 2026 is a Friday; the 30th is a Monday and the last day of the month.
test.each([
  ['the only day goes along', weekly(5), weekly(1)],
  ['of several the others stay', weekly(3, 5), weekly(1, 3)],
  ['none is there twice', weekly(1, 5), weekly(1)],
  ['the day of the month goes along', monthly(27), monthly(30)],
])('the first day moves from Friday to Monday: %s', (_what, before, after) => {
  expect(moveRecurrence(before, '2026-11-27', '2026-11-30')).toEqual(after);
});

test('the last day of the month stays the last day', () => {
  expect(moveRecurrence(monthly(31), '2026-10-31', '2026-11-30')).toEqual(monthly(31));
  expect(moveRecurrence(monthly(31), '2026-10-31', '2026-11-29')).toEqual(monthly(29));
});

test('an end that is no longer after the first day is removed', () => {
  const ends = { ...weekly(5), until: '2026-12-04' };
  expect(moveRecurrence(ends, '2026-11-27', '2026-12-04').until).toBeNull();
  expect(moveRecurrence(ends, '2026-11-27', '2026-11-20').until).toBe('2026-12-04');
});

test.each([
  [weekly(5), '18:00', 'toda sexta às 18:00'],
  [weekly(1, 5), '18:00', 'às segundas e sextas, às 18:00'],
  [monthly(30), '18:00', 'todo dia 30, ou no último do mês, às 18:00'],
  [monthly(31), '09:00', 'todo último dia do mês às 09:00'],
  [weekly(6), '', 'todo sábado'],
])('%j is described with its time', ({ rule }, time, said) => {
  expect(recurrenceText(rule, time)).toBe(said);
});
