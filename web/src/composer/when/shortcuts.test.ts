import { horizonEnd, limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { earliestAfterLead, validateTime, type Bounds } from './time-bounds.rules.ts';
import { prefillTime } from './prefill.ts';
import { timeFromNow, listPopularTimes, quickShortcuts } from './shortcuts.ts';
import { parseDueTimeFields, type DueTimeFields } from './due-time-fields.ts';

/** An instant in Brasília time (UTC-3 all year since 2019). */
const brasilia = (wall: string) => new Date(`${wall}-03:00`);
const formatFields = ({ date, time }: DueTimeFields) => `${date} ${time}`;

const free = { days: limitsByPlan.free.maxScheduleDays, planName: 'Gratuito' };
const pro = { days: limitsByPlan.pro.maxScheduleDays, planName: 'Pro' };
const unboundedTime: Bounds = { min: earliestAfterLead, horizon: null };

describe.each(['America/Sao_Paulo', 'Asia/Tokyo'])('with a browser in %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  /** The last days of periods, each with the 1st, 2nd, 4th and 8th day after it. */
  const ends = [
    ['a day', '2026-06-09', ['2026-06-10', '2026-06-11', '2026-06-13', '2026-06-17']],
    ['a month of 30 days', '2026-04-30', ['2026-05-01', '2026-05-02', '2026-05-04', '2026-05-08']],
    ['a month of 31 days', '2026-07-31', ['2026-08-01', '2026-08-02', '2026-08-04', '2026-08-08']],
    ['February', '2026-02-28', ['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-08']],
    [
      'all but a day of a leap February',
      '2028-02-28',
      ['2028-02-29', '2028-03-01', '2028-03-03', '2028-03-07'],
    ],
    ['a leap February', '2028-02-29', ['2028-03-01', '2028-03-02', '2028-03-04', '2028-03-08']],
    ['a year', '2026-12-31', ['2027-01-01', '2027-01-02', '2027-01-04', '2027-01-08']],
  ] as const;

  test.each(ends)(
    'shortcuts twenty seconds before the end of %s, %s, round up',
    (_, day, after) => {
      const now = brasilia(`${day}T23:59:40`);
      const set = quickShortcuts.map(({ label, ms }) => [
        label,
        formatFields(timeFromNow(now, ms)),
      ]);
      const [first, second, fourth, eighth] = after;
      expect(Object.fromEntries(set)).toEqual({
        '5 min': `${first} 00:05`,
        '15 min': `${first} 00:15`,
        '30 min': `${first} 00:30`,
        '1 h': `${first} 01:00`,
        '2 h': `${first} 02:00`,
        '5 h': `${first} 05:00`,
        '1 dia': `${second} 00:00`,
        '3 dias': `${fourth} 00:00`,
        '1 semana': `${eighth} 00:00`,
      });
    },
  );

  test.each(ends)('popular times late at the end of %s, %s, are on the next day', (...row) => {
    const [, day, [first]] = row;
    const times = listPopularTimes(brasilia(`${day}T23:59:40`), unboundedTime);
    expect(
      times
        .filter(({ unavailableReason }) => unavailableReason === null)
        .map(({ fields }) => formatFields(fields)),
    ).toEqual([`${first} 12:00`, `${first} 18:00`, `${first} 19:00`]);
  });

  test.each(ends)('all four popular times are available before the end of %s, %s', (...row) => {
    const [, day, [first]] = row;
    const times = listPopularTimes(brasilia(`${day}T14:32:10`), unboundedTime);
    expect(times.map(({ day, fields }) => `${day} ${formatFields(fields)}`)).toEqual([
      `Hoje ${day} 18:00`,
      `Hoje ${day} 20:00`,
      `Amanhã ${first} 12:00`,
      `Amanhã ${first} 19:00`,
    ]);
    expect(times.map(({ unavailableReason }) => unavailableReason)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

test.each([
  ['2026-06-09T14:32:00', '2026-06-09 14:37'],
  ['2026-06-09T14:32:01', '2026-06-09 14:38'],
  ['2026-06-30T23:55:00', '2026-07-01 00:00'],
])('five minutes from %s are %s', (now, expected) => {
  expect(formatFields(timeFromNow(brasilia(now), 5 * 60_000))).toBe(expected);
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

describe('on the free plan with a horizon of seven days', () => {
  const bounds: Bounds = { min: earliestAfterLead, horizon: free };

  test.each(['2026-06-09T14:32:00', '2026-06-09T14:32:40', '2026-12-31T23:59:40'])(
    'every quick shortcut at %s sets a valid due time',
    (wall) => {
      const now = brasilia(wall);
      const end = horizonEnd(now, free.days);
      const refused = quickShortcuts.filter(({ ms }) => {
        const set = timeFromNow(now, ms, free);
        return validateTime(set, now, bounds) !== null || (parseDueTimeFields(set) ?? end) > end;
      });
      expect(refused).toEqual([]);
    },
  );

  test('one week is rounded down to the minute of the horizon', () => {
    const week = 7 * 86_400_000;
    const now = brasilia('2026-12-31T23:59:40');
    expect(formatFields(timeFromNow(now, week, free))).toBe('2027-01-07 23:59');
    expect(formatFields(timeFromNow(now, week, pro))).toBe('2027-01-08 00:00');
  });

  test('three days are invalid with a horizon of two days', () => {
    const now = brasilia('2026-06-09T14:32:00');
    const horizon = { days: 2, planName: 'Gratuito' };
    const three = timeFromNow(now, 3 * 86_400_000, horizon);
    expect(validateTime(three, now, { min: earliestAfterLead, horizon })).toBe(
      'O plano Gratuito agenda até 11 de junho, 14:32. Escolha uma data mais próxima.',
    );
  });
});

describe('popular times', () => {
  const said = (now: string, bounds = unboundedTime) =>
    listPopularTimes(brasilia(now), bounds).map(({ day, time }) => `${day} ${time}`);

  test.each([
    ['2026-06-09T17:59:30', 'Hoje 18:00'],
    ['2026-06-09T17:59:31', 'Amanhã 18:00'],
    ['2026-06-09T18:00:00', 'Amanhã 18:00'],
  ])('at %s, 18:00 is %s', (now, expected) => {
    expect(said(now)).toContain(expected);
  });

  test('the earliest comes first', () => {
    expect(said('2026-06-09T18:00:00')).toEqual([
      'Hoje 20:00',
      'Amanhã 12:00',
      'Amanhã 18:00',
      'Amanhã 19:00',
    ]);
  });

  test('a passed 20:00 of today stays in its position with the reason', () => {
    const [first, ...others] = listPopularTimes(brasilia('2026-06-30T22:10:00'), unboundedTime);
    expect(first).toMatchObject({
      day: 'Hoje',
      time: '20:00',
      unavailableReason: 'Este horário já passou. Escolha um horário no futuro.',
    });
    expect(others.map(({ unavailableReason }) => unavailableReason)).toEqual([null, null, null]);
  });

  test('times before the minimum of the caller are unavailable', () => {
    const min = (now: Date) => new Date(now.getTime() + 6 * 3_600_000);
    const times = listPopularTimes(brasilia('2026-06-09T14:32:00'), { min, horizon: null });
    expect(
      times.map(({ day, time, unavailableReason }) => [`${day} ${time}`, unavailableReason]),
    ).toEqual([
      ['Hoje 20:00', 'Este horário está próximo demais. Escolha a partir das 20:32.'],
      ['Amanhã 12:00', null],
      ['Amanhã 18:00', null],
      ['Amanhã 19:00', null],
    ]);
  });
});

test.each([
  ['2026-06-17', '2026-06-09T14:32:00', '2026-06-17 12:00'],
  ['2026-06-09', '2026-06-09T14:32:00', '2026-06-09 15:00'],
  ['2026-06-09', '2026-06-09T14:59:45', '2026-06-09 16:00'],
  ['2026-06-30', '2026-06-30T23:20:00', '2026-07-01 00:00'],
])('a click on %s at %s prefills %s', (day, now, expected) => {
  expect(formatFields(prefillTime(day, brasilia(now)))).toBe(expected);
});
