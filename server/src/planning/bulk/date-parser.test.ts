import { describe, expect, test } from 'vitest';
import { parseDay, parseTimeOfDay, splitDayAndTime } from './date-parser.ts';

const today = { year: 2026, month: 11, day: 23 };
const dayOf = (text: string, on = today) => {
  const read = parseDay(text, on);
  if (!('value' in read)) return read;
  const { year, month, day } = read.value;
  return [year, month, day].join('-');
};

describe('a day as users write it', () => {
  test.each([
    ['28/11/2026', '2026-11-28'],
    ['28/11/26', '2026-11-28'],
    ['28/11', '2026-11-28'],
    ['28-11-2026', '2026-11-28'],
    ['28.11.2026', '2026-11-28'],
    ['2026-11-28', '2026-11-28'],
    ['2026/11/28', '2026-11-28'],
    ['1/12', '2026-12-1'],
    ['28 de novembro', '2026-11-28'],
    ['28 de Novembro de 2026', '2026-11-28'],
    ['28 nov', '2026-11-28'],
    ['28/nov/26', '2026-11-28'],
    ['28-nov.', '2026-11-28'],
    ['1º de março', '2027-3-1'],
    ['sáb, 28/11', '2026-11-28'],
    ['segunda-feira, 30 de novembro de 2026', '2026-11-30'],
    ['  28/11/2026 ', '2026-11-28'],
    ['hoje', '2026-11-23'],
    ['Amanhã', '2026-11-24'],
    ['29/02/2028', '2028-2-29'],
  ])('%s is %s', (text, expected) => {
    expect(dayOf(text)).toBe(expected);
  });

  test.each([
    ['today is still to come', '23/11', today, '2026-11-23'],
    ['yesterday has passed', '22/11', today, '2026-11-22'],
    ['so have the last 90 days', '25/08', today, '2026-8-25'],
    ['what is longer ago is next year', '24/08', today, '2027-8-24'],
    ['January comes next', '05 jan', today, '2027-1-5'],
    ['at New Year, Christmas has passed', '25/12', { year: 2027, month: 1, day: 5 }, '2026-12-25'],
  ])('without a year: %s', (_what, text, on, expected) => {
    expect(dayOf(text, on)).toBe(expected);
  });

  test.each([
    ['31/02/2027', 'O dia 31/02/2027 não existe'],
    ['31/02', 'O dia 31/02/2026 não existe'],
    ['31 de novembro', 'O dia 31/11/2026 não existe'],
    ['29/02/2027', 'O dia 29/02/2027 não existe'],
    ['0/12/2026', 'O dia 00/12/2026 não existe'],
    ['11/28/2026', 'O mês 28 não existe. Escreva o dia antes do mês'],
    ['2026-13-01', 'O mês 13 não existe. Escreva o dia antes do mês'],
  ])('%s does not exist', (text, message) => {
    expect(dayOf(text)).toEqual({ reason: 'nonexistent', message });
  });

  test.each(['logo', '28', '28 brumário', '28/11/2026/1', '1/1/1', '#######', '28/11/20266'])(
    '%s is not a day',
    (text) => {
      expect(dayOf(text)).toEqual({ reason: 'unreadable' });
    },
  );

  test('is missing when the cell has only spaces', () => {
    expect(dayOf(' \u00a0')).toEqual({ reason: 'missing' });
  });
});

describe('a time as users write it', () => {
  test.each([
    ['18:30', 18, 30],
    ['18:30:00', 18, 30],
    ['18h30', 18, 30],
    ['18h30min', 18, 30],
    ['18h', 18, 0],
    ['18 h', 18, 0],
    ['18', 18, 0],
    ['18.30', 18, 30],
    ['às 9h', 9, 0],
    ['9 horas', 9, 0],
    ['09:05', 9, 5],
    ['0:00', 0, 0],
    ['6:30 PM', 18, 30],
    ['12:15 am', 0, 15],
    ['meio-dia', 12, 0],
    ['Meia-noite', 0, 0],
  ])('%s is %i:%i', (text, hour, minute) => {
    expect(parseTimeOfDay(text)).toEqual({ value: { hour, minute } });
  });

  test.each([
    ['25:00', 'A hora 25:00 não existe'],
    ['24h', 'A hora 24h não existe'],
    ['18:75', 'A hora 18:75 não existe'],
    ['14:00 pm', 'A hora 14:00 pm não existe'],
  ])('%s does not exist', (text, message) => {
    expect(parseTimeOfDay(text)).toEqual({ reason: 'nonexistent', message });
  });

  test.each(['de noite', '18:3', '1830', '-1'])('%s is not a time', (text) => {
    expect(parseTimeOfDay(text)).toEqual({ reason: 'unreadable' });
  });

  test('is missing when the cell is empty', () => {
    expect(parseTimeOfDay('')).toEqual({ reason: 'missing' });
  });
});

test.each([
  ['28/11/2026 18:30', '28/11/2026', '18:30'],
  ['28/11/2026 18:30:00', '28/11/2026', '18:30:00'],
  ['2026-11-28T18:30', '2026-11-28', '18:30'],
  ['28/11 às 18h30', '28/11', '18h30'],
  ['28 de novembro, 18h', '28 de novembro', '18h'],
  ['28/11 9:00 AM', '28/11', '9:00 AM'],
  ['28/11/2026', '28/11/2026', ''],
  ['28 nov 2026', '28 nov 2026', ''],
  ['', '', ''],
])('%s is %s and %s', (text, day, hour) => {
  expect(splitDayAndTime(text)).toEqual({ day, time: hour });
});
