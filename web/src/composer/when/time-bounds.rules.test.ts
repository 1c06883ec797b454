import { expect, test } from 'vitest';
import {
  earliestAfterLead,
  earliestDueAt,
  dayUnavailableReason,
  validateTime,
  horizonText,
  type Bounds,
} from './time-bounds.rules.ts';

const brasilia = (wall: string) => new Date(`${wall}-03:00`);
const now = brasilia('2026-06-09T14:32:00');
const horizon = { days: 7, planName: 'Gratuito' };
const bounds: Bounds = { min: earliestAfterLead, horizon };

const validate = (date: string, time: string, at = now) => validateTime({ date, time }, at, bounds);

test.each([
  ['2026-06-09T14:32:00', '2026-06-09T14:33:00'],
  ['2026-06-09T14:32:30', '2026-06-09T14:33:00'],
  ['2026-06-09T14:32:31', '2026-06-09T14:34:00'],
  ['2026-12-31T23:59:40', '2027-01-01T00:01:00'],
])('at %s the form offers nothing before %s', (at, first) => {
  expect(earliestDueAt(brasilia(at))).toEqual(brasilia(first));
});

test.each([
  ['', '', 'Selecione data e hora'],
  ['2026-06-09', '', 'Selecione data e hora'],
  ['', '18:00', 'Selecione data e hora'],
  ['2026-06-09', '14:31', 'Este horário já passou. Escolha um horário no futuro.'],
  ['2026-06-09', '14:33', null],
  ['2026-06-16', '14:32', null],
  [
    '2026-06-16',
    '14:33',
    'O plano Gratuito agenda até 16 de junho, 14:32. Escolha uma data mais próxima.',
  ],
])('date %s and time %s are validated as %s', (date, time, fault) => {
  expect(validate(date, time)).toBe(fault);
});

test('half a minute from now is accepted, a moment less is refused', () => {
  expect(validate('2026-06-09', '14:33', brasilia('2026-06-09T14:32:30'))).toBeNull();
  expect(validate('2026-06-09', '14:33', brasilia('2026-06-09T14:32:31'))).toBe(
    'Este horário está próximo demais. Escolha a partir das 14:34.',
  );
});

test('the message names the day of the minimum if it is another one', () => {
  const min = () => brasilia('2027-01-02T09:00:00');
  expect(validateTime({ date: '2026-06-09', time: '18:00' }, now, { min, horizon })).toBe(
    'Este horário está próximo demais. Escolha a partir de 2 de janeiro de 2027, 09:00.',
  );
});

test.each([
  ['2026-06-08', 'já passou'],
  ['2026-06-09', null],
  ['2026-06-16', null],
  ['2026-06-17', 'além do que o plano Gratuito agenda'],
])('the day %s is unavailable because: %s', (day, fault) => {
  expect(dayUnavailableReason(day, now, bounds)).toBe(fault);
});

test('today has no time left in its last half minute', () => {
  expect(dayUnavailableReason('2026-12-31', brasilia('2026-12-31T23:59:40'), bounds)).toBe(
    'cedo demais',
  );
});

test('the limit includes its year if it is another one', () => {
  expect(horizonText(horizon, brasilia('2026-12-31T23:59:40'))).toBe(
    'O plano Gratuito agenda até 7 de janeiro de 2027, 23:59.',
  );
  expect(horizonText(horizon, now)).toBe('O plano Gratuito agenda até 16 de junho, 14:32.');
});
