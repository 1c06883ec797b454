import { describe, expect, test } from 'vitest';
import { addDays, monthGrid } from '../../ui/dates/month-grid.ts';
import { namesByDay, listCalendarDates } from './calendar-dates.ts';
import { easterSunday } from './date.rules.ts';
import { dateTable } from './date-table.ts';

// The dates match printed calendars; the whole range was compared once with python-dateutil's easter().
test.each([
  '1990-04-15',
  '1991-03-31',
  '1994-04-03',
  '1997-03-30',
  '1999-04-04',
  '2000-04-23',
  '2002-03-31',
  '2005-03-27',
  '2008-03-23',
  '2011-04-24',
  '2016-03-27',
  '2019-04-21',
  '2020-04-12',
  '2021-04-04',
  '2022-04-17',
  '2023-04-09',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2035-03-25',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
  '2099-04-12',
])('Easter is on %s', (day) => {
  expect(easterSunday(Number(day.slice(0, 4)))).toBe(day);
});

test('Easter is a Sunday from 22 March to 25 April in every year', () => {
  for (let year = 1990; year <= 2099; year += 1) {
    const day = easterSunday(year);
    expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe(0);
    expect([`${year}-03-22`, day, `${year}-04-25`].sort()[1]).toBe(day);
  }
});

const daysOf = (name: string, year: number) =>
  listCalendarDates(`${year}-01-01`, `${year}-12-31`)
    .filter((date) => date.name === name)
    .map(({ day }) => day);

test.each([
  ['Black Friday', '2024-11-29'],
  ['Black Friday', '2025-11-28'],
  ['Black Friday', '2026-11-27'],
  ['Black Friday', '2027-11-26'],
  ['Black Friday', '2028-11-24'],
  ['Black Friday', '2029-11-23'],
  ['Black Friday', '2030-11-29'],
  ['Cyber Monday', '2024-12-02'],
  ['Cyber Monday', '2026-11-30'],
  ['Dia das Mães', '2024-05-12'],
  ['Dia das Mães', '2026-05-10'],
  ['Dia das Mães', '2027-05-09'],
  ['Dia das Mães', '2033-05-08'],
  ['Dia das Mães', '2034-05-14'],
  ['Dia dos Pais', '2024-08-11'],
  ['Dia dos Pais', '2026-08-09'],
  ['Dia dos Pais', '2027-08-08'],
  ['Dia dos Pais', '2033-08-14'],
  ['Carnaval', '2024-02-12', '2024-02-13'],
  ['Carnaval', '2025-03-03', '2025-03-04'],
  ['Carnaval', '2026-02-16', '2026-02-17'],
  ['Carnaval', '2038-03-08', '2038-03-09'],
  ['Quarta-feira de Cinzas', '2026-02-18'],
  ['Sexta-feira Santa', '2026-04-03'],
  ['Corpus Christi', '2024-05-30'],
  ['Corpus Christi', '2026-06-04'],
])('%s is on %s', (name, ...days) => {
  expect(daysOf(name, Number(days[0]?.slice(0, 4)))).toEqual(days);
});

describe('the holidays of 2026', () => {
  const ofKind = (kind: string) =>
    listCalendarDates('2026-01-01', '2026-12-31')
      .filter((date) => date.kind === kind)
      .map(({ day, name }) => `${day.slice(5)} ${name}`);

  test('are those of the federal government', () => {
    expect(ofKind('feriado')).toEqual([
      '01-01 Ano Novo',
      '04-03 Sexta-feira Santa',
      '04-21 Tiradentes',
      '05-01 Dia do Trabalho',
      '09-07 Independência do Brasil',
      '10-12 Nossa Senhora Aparecida',
      '11-02 Finados',
      '11-15 Proclamação da República',
      '11-20 Consciência Negra',
      '12-25 Natal',
    ]);
  });

  test('are distinct from the optional holidays', () => {
    expect(ofKind('facultativo')).toEqual([
      '02-16 Carnaval',
      '02-17 Carnaval',
      '02-18 Quarta-feira de Cinzas',
      '06-04 Corpus Christi',
      '10-28 Dia do Servidor Público',
      '12-24 Véspera de Natal',
      '12-31 Réveillon',
    ]);
  });
});

test('Consciência Negra is a national holiday since 2024', () => {
  expect(daysOf('Consciência Negra', 2023)).toEqual([]);
  expect(daysOf('Consciência Negra', 2024)).toEqual(['2024-11-20']);
});

test('a range includes both of its ends and no other day', () => {
  expect(listCalendarDates('2026-06-12', '2026-06-12').map(({ name }) => name)).toEqual([
    'Dia dos Namorados',
  ]);
  expect(listCalendarDates('2026-06-13', '2026-06-23').map(({ name }) => name)).toEqual([
    'Santo Antônio',
  ]);
  expect(listCalendarDates('2026-06-14', '2026-06-23')).toEqual([]);
  expect(listCalendarDates('2026-06-13', '2026-06-12')).toEqual([]);
});

test('one month grid shows the dates of both years', () => {
  const grid = monthGrid('2026-12');
  const names = namesByDay(grid[0]?.key ?? '', grid.at(-1)?.key ?? '');
  expect([...names]).toEqual([
    ['2026-11-30', 'Cyber Monday'],
    ['2026-12-08', 'Imaculada Conceição'],
    ['2026-12-24', 'Véspera de Natal'],
    ['2026-12-25', 'Natal'],
    ['2026-12-31', 'Réveillon'],
    ['2027-01-01', 'Ano Novo'],
    ['2027-01-06', 'Dia de Reis'],
  ]);
});

test('the dates of one day are joined, the commercial date first', () => {
  expect(namesByDay('2026-10-12', '2026-10-12').get('2026-10-12')).toBe(
    'Dia das Crianças, Nossa Senhora Aparecida',
  );
});

test('every fixed date exists in every year', () => {
  const days = dateTable.flatMap(({ rule }) => ('on' in rule ? [`2027-${rule.on}`] : []));
  expect(days.map((day) => addDays(day, 0))).toEqual(days);
});
