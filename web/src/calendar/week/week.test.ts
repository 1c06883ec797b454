import { expect, test } from 'vitest';
import { minuteOfDay, weekDays, weekTitle } from './week.ts';

test.each([
  ['2026-06-09', '2026-06-07', '2026-06-13', '7 a 13 de junho'],
  ['2026-06-30', '2026-06-28', '2026-07-04', '28 de junho a 4 de julho'],
  ['2027-01-01', '2026-12-27', '2027-01-02', '27 de dezembro a 2 de janeiro de 2027'],
  ['2026-06-07', '2026-06-07', '2026-06-13', '7 a 13 de junho'],
])('the week of %s runs from %s to %s', (day, sunday, saturday, title) => {
  const days = weekDays(day);
  expect([days.length, days[0], days[6]]).toEqual([7, sunday, saturday]);
  expect(weekTitle(day, new Date('2026-06-09T12:00:00Z'))).toBe(title);
});

test.each([
  ['2026-06-10T02:59:00Z', 1439],
  ['2026-06-10T03:00:00Z', 0],
  ['2026-06-09T21:30:00Z', 1110],
])('%s is minute %i of its day', (instant, minute) => {
  expect(minuteOfDay(new Date(instant))).toBe(minute);
});
