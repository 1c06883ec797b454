import { expect, test } from 'vitest';
import { getHeadline } from './headline.ts';

/** 9 June 2026, 14:32 in Brasília. */
const now = new Date('2026-06-09T17:32:00.000Z');

test('the headline is the time, with its day', () => {
  expect(getHeadline('2026-06-10T15:00:00.000Z', now)).toMatchObject({
    time: '12:00',
    day: 'Amanhã',
    date: 'quarta-feira, 10 de junho de 2026, horário de Brasília',
  });
});

test('a missing or invalid due time is described as text', () => {
  expect(getHeadline(null, now)).toEqual({ kind: 'words', text: 'Sem data definida' });
  expect(getHeadline('amanhã cedo', now)).toEqual({ kind: 'words', text: 'Data inválida' });
});
