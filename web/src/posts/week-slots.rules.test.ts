import { fromBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { expect, test } from 'vitest';
import {
  slotLabel,
  parseMinute,
  nextOccurrence,
  slotsByDay,
  formatMinute,
} from './week-slots.rules.ts';

/** November 2026, Brasília; the 23rd is a Monday. */
const at = (day: number, hour: number, minute = 0) =>
  fromBrasilia({ year: 2026, month: 11, day, hour, minute });

test('a weekly slot recurs a week after it has passed', () => {
  const monday = { weekday: 1, minute: 18 * 60 + 30 };
  expect(nextOccurrence(monday, at(23, 18, 29))).toEqual(at(23, 18, 30));
  expect(nextOccurrence(monday, at(23, 18, 30))).toEqual(at(30, 18, 30));
  expect(nextOccurrence({ weekday: 0, minute: 0 }, at(23, 12))).toEqual(at(29, 0));
  // Late at night in Brasília it is still the same day.
  expect(nextOccurrence({ weekday: 2, minute: 5 }, at(23, 23, 50))).toEqual(at(24, 0, 5));
});

test('a time of day is parsed and formatted, and other text is refused', () => {
  expect([formatMinute(0), formatMinute(1110), formatMinute(1439)]).toEqual([
    '00:00',
    '18:30',
    '23:59',
  ]);
  expect([parseMinute('18:30'), parseMinute('00:00'), parseMinute('23:59:30')]).toEqual([
    1110, 0, 1439,
  ]);
  expect(['', '24:00', '9:00', '12:60', 'noon'].map(parseMinute)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(slotLabel({ weekday: 6, minute: 540 })).toBe('sábado às 09:00');
});

test('the slots of a week are grouped by day, and sorted by time within a day', () => {
  const slot = (weekday: number, minute: number) => ({
    _id: `${weekday} ${minute}`,
    weekday,
    minute,
  });
  const days = slotsByDay([slot(3, 900), slot(0, 60), slot(3, 60)]);
  expect(days.map(({ weekday, slots }) => [weekday, slots.map(({ minute }) => minute)])).toEqual([
    [0, [60]],
    [3, [60, 900]],
  ]);
});
