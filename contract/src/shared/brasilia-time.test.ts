import { describe, expect, test } from 'vitest';
import {
  dayKey,
  formatDate,
  formatDayMonth,
  formatFullDay,
  formatMonth,
  formatTime,
  formatWeekday,
  fromBrasilia,
  monthOf,
  startOfDay,
  toBrasilia,
  weekOf,
} from './brasilia-time.ts';

const at = (iso: string) => new Date(iso);

describe('the local time in Brasília', () => {
  test.each([
    ['2026-06-09T21:00:00Z', { year: 2026, month: 6, day: 9, hour: 18, minute: 0 }],
    ['2026-06-10T02:59:59Z', { year: 2026, month: 6, day: 9, hour: 23, minute: 59 }],
    ['2026-06-10T03:00:00Z', { year: 2026, month: 6, day: 10, hour: 0, minute: 0 }],
    ['2027-01-01T02:30:00Z', { year: 2026, month: 12, day: 31, hour: 23, minute: 30 }],
    // Brazil had daylight saving time until 2019.
    ['2018-12-10T12:00:00Z', { year: 2018, month: 12, day: 10, hour: 10, minute: 0 }],
  ])('matches the instant %s in both directions', (iso, wall) => {
    expect(toBrasilia(at(iso))).toEqual(wall);
    expect(fromBrasilia(wall).getTime()).toBe(Math.floor(at(iso).getTime() / 60_000) * 60_000);
  });
});

test('parts out of range roll over', () => {
  const wall = { year: 2026, month: 12, day: 32, hour: 25, minute: 0 };
  expect(fromBrasilia(wall).toISOString()).toBe('2027-01-02T04:00:00.000Z');
});

test('a time skipped by daylight saving time becomes the first one after the gap', () => {
  // On 4 November 2018 the clock went from 0:00 to 1:00.
  const skipped = fromBrasilia({ year: 2018, month: 11, day: 4, hour: 0, minute: 0 });
  expect(skipped.toISOString()).toBe('2018-11-04T03:00:00.000Z');
});

test('a day begins at midnight in Brasília, and the next day follows it', () => {
  expect(dayKey(at('2026-03-01T02:59:00Z'))).toBe('2026-02-28');
  expect(startOfDay('2026-02-28').toISOString()).toBe('2026-02-28T03:00:00.000Z');
  expect(startOfDay('2026-02-28', 1).toISOString()).toBe('2026-03-01T03:00:00.000Z');
});

test.each([
  ['2026-12-31T23:00:00Z', '2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ['2027-01-01T02:00:00Z', '2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ['2027-01-01T03:00:00Z', '2027-01-01T03:00:00.000Z', '2027-02-01T03:00:00.000Z'],
])('returns the bounds of the month of %s', (iso, from, to) => {
  const month = monthOf(at(iso));
  expect([month.from.toISOString(), month.to.toISOString()]).toEqual([from, to]);
});

test.each([
  ['a Sunday begins its week', '2026-06-07T03:00:00Z', '2026-06-07'],
  ['a Saturday night ends it', '2026-06-14T02:59:00Z', '2026-06-07'],
  ['a week may span two years', '2027-01-01T12:00:00Z', '2026-12-27'],
])('%s', (_case, iso, sunday) => {
  const { from, to } = weekOf(at(iso));
  expect(dayKey(from)).toBe(sunday);
  expect(to.getTime() - from.getTime()).toBe(7 * 86_400_000);
});

test('dates are formatted as in Brazil', () => {
  const hour = at('2026-06-09T21:00:00Z');
  expect([
    formatTime(hour),
    formatDate(hour),
    formatDayMonth(hour),
    formatFullDay(hour),
    formatMonth(hour),
    formatWeekday(hour),
    formatWeekday(at('2026-06-13T15:00:00Z')),
  ]).toEqual([
    '18:00',
    '09/06/2026',
    '9 de junho',
    'terça-feira, 9 de junho de 2026',
    'junho de 2026',
    'terça',
    'sábado',
  ]);
});
