import { expect, test } from 'vitest';
import { listMonthDates } from './month-dates.rules.ts';

const free = { days: 7, planName: 'Gratuito' };

const dateSummaries = (month: string, at: string, horizon = free) =>
  listMonthDates(month, new Date(at), horizon).map(
    ({ date, state, schedulableFrom }) =>
      `${date.day.slice(8)} ${date.name}: ${state}${schedulableFrom === null ? '' : ` until ${schedulableFrom}`}`,
  );

test('a month shows which dates are past, open, or beyond the plan and until when', () => {
  // Tuesday, 9 June 2026, 14:32 in Brasília.
  expect(dateSummaries('2026-06', '2026-06-09T17:32:00Z')).toEqual([
    '04 Corpus Christi: past',
    '05 Dia do Meio Ambiente: past',
    '12 Dia dos Namorados: open',
    '13 Santo Antônio: open',
    '24 São João: beyond until 2026-06-17',
    '28 Dia do Orgulho LGBT+: beyond until 2026-06-21',
    '29 São Pedro: beyond until 2026-06-22',
  ]);
});

test.each([
  // A plan of 7 days: on 17 June at 12:00 in Brasília it reaches 24 June, 12:00.
  ['2026-06-17T14:59:00Z', 'beyond'],
  ['2026-06-17T15:00:00Z', 'open'],
])('the last day of the plan counts by its noon: at %s it is %s', (at, state) => {
  const line = listMonthDates('2026-06', new Date(at), free).find(
    ({ date }) => date.day === '2026-06-24',
  );
  expect(line?.state).toBe(state);
});

test('today stays open until its last hour in Brasília', () => {
  const open = dateSummaries('2026-06', '2026-06-13T02:30:00Z')[2];
  expect(open).toBe('12 Dia dos Namorados: open');
  expect(dateSummaries('2026-06', '2026-06-13T03:00:00Z')[2]).toBe('12 Dia dos Namorados: past');
});

test('no date is refused until the plan is loaded', () => {
  const lines = listMonthDates('2027-12', new Date('2026-06-09T17:32:00Z'), null);
  expect(new Set(lines.map(({ state }) => state))).toEqual(new Set(['open']));
});

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('month %i has a date', (month) => {
  expect(
    dateSummaries(`2038-${String(month).padStart(2, '0')}`, '2026-06-09T17:32:00Z'),
  ).not.toEqual([]);
});

test('a month contains only its own days', () => {
  expect(
    dateSummaries('2026-12', '2026-12-20T15:00:00Z', { days: 365, planName: 'Premium' }),
  ).toEqual([
    '08 Imaculada Conceição: past',
    '24 Véspera de Natal: open',
    '25 Natal: open',
    '31 Réveillon: open',
  ]);
});
