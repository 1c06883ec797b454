import { expect, test } from 'vitest';
import {
  earliest,
  fromFields,
  inFuture,
  isOffered,
  popularTimes,
  prefillFor,
  quickShortcuts,
  toFields,
} from './shortcuts.ts';

/** An instant by Brasília's clock (UTC-3 all year since 2019). */
const brasilia = (wall: string) => new Date(`${wall}-03:00`);

const said = (now: string) =>
  popularTimes(brasilia(now)).map(({ day, fields }) => `${day} ${fields.date} ${fields.time}`);

test.each([
  ['2026-06-09T18:00:00', '2026-06-09', '18:00'],
  ['2026-06-30T23:59:00', '2026-06-30', '23:59'],
  ['2027-01-01T00:00:00', '2027-01-01', '00:00'],
])('%s in Brasília stands in the fields as %s %s, and back', (wall, date, time) => {
  expect(toFields(brasilia(wall))).toEqual({ date, time });
  expect(fromFields({ date, time })).toEqual(brasilia(wall));
});

test.each([
  ['', ''],
  ['2026-06-09', ''],
  ['', '18:00'],
  ['09/06/2026', '18:00'],
])('the fields "%s" and "%s" name no instant', (date, time) => {
  expect(fromFields({ date, time })).toBeNull();
});

test.each([
  ['2026-06-09T14:32:00', 5, '2026-06-09', '14:37'],
  // Never sooner than said: the fields know no seconds.
  ['2026-06-09T14:32:40', 5, '2026-06-09', '14:38'],
  ['2026-06-09T23:58:00', 5, '2026-06-10', '00:03'],
  ['2026-06-30T23:30:00', 30, '2026-07-01', '00:00'],
  ['2026-12-31T23:45:00', 15, '2027-01-01', '00:00'],
])('from %s, in %i min, is %s %s', (now, minutes, date, time) => {
  expect(inFuture(brasilia(now), minutes * 60_000)).toEqual({ date, time });
});

test.each([
  ['2026-12-31T20:00:00', '1 dia', '2027-01-01', '20:00'],
  ['2024-02-26T08:15:00', '3 dias', '2024-02-29', '08:15'],
  ['2026-06-26T08:15:00', '1 semana', '2026-07-03', '08:15'],
])('from %s, in %s, is %s %s', (now, label, date, time) => {
  const shortcut = quickShortcuts.find((one) => one.label === label);
  expect(inFuture(brasilia(now), shortcut?.ms ?? 0)).toEqual({ date, time });
});

test('there are nine quick shortcuts', () => {
  expect(quickShortcuts.map(({ label }) => label)).toEqual([
    '5 min',
    '15 min',
    '30 min',
    '1 h',
    '2 h',
    '5 h',
    '1 dia',
    '3 dias',
    '1 semana',
  ]);
});

test('in the afternoon all four popular times are offered', () => {
  expect(said('2026-06-09T14:32:00')).toEqual([
    'Hoje 2026-06-09 18:00',
    'Hoje 2026-06-09 20:00',
    'Amanhã 2026-06-10 12:00',
    'Amanhã 2026-06-10 19:00',
  ]);
});

test('once 18:00 has passed it means tomorrow', () => {
  expect(said('2026-06-09T18:00:00')).toEqual([
    'Hoje 2026-06-09 20:00',
    'Amanhã 2026-06-10 12:00',
    'Amanhã 2026-06-10 18:00',
    'Amanhã 2026-06-10 19:00',
  ]);
});

test('once 20:00 has passed it is not offered', () => {
  expect(said('2026-06-30T22:10:00')).toEqual([
    'Amanhã 2026-07-01 12:00',
    'Amanhã 2026-07-01 18:00',
    'Amanhã 2026-07-01 19:00',
  ]);
});

test('tomorrow may be next year', () => {
  expect(said('2026-12-31T23:59:00')[0]).toBe('Amanhã 2027-01-01 12:00');
});

test.each([
  ['2026-06-09T14:32:00', '2026-06-09T14:33:00'],
  ['2026-06-09T14:32:30', '2026-06-09T14:33:00'],
  ['2026-06-09T14:32:31', '2026-06-09T14:34:00'],
])('at %s the form offers nothing before %s', (now, first) => {
  expect(earliest(brasilia(now))).toEqual(brasilia(first));
});

test('half a minute from now is accepted, a moment less is not', () => {
  const now = brasilia('2026-06-09T14:32:00');
  expect(isOffered(brasilia('2026-06-09T14:32:30'), now)).toBe(true);
  expect(isOffered(brasilia('2026-06-09T14:32:29'), now)).toBe(false);
  expect(isOffered(null, now)).toBe(false);
});

test.each([
  ['2026-06-17', '2026-06-09T14:32:00', '2026-06-17', '12:00'],
  ['2026-06-09', '2026-06-09T14:32:00', '2026-06-09', '15:00'],
  // Too late for the next full hour: the one after it.
  ['2026-06-09', '2026-06-09T14:59:45', '2026-06-09', '16:00'],
  ['2026-06-30', '2026-06-30T23:20:00', '2026-07-01', '00:00'],
])('a click on %s at %s prefills %s %s', (day, now, date, time) => {
  expect(prefillFor(day, brasilia(now))).toEqual({ date, time });
});
