import { expect, test } from 'vitest';
import {
  classifyDay,
  describeAvailability,
  buildHeadline,
  formatLateness,
  formatShare,
  formatIncidentDuration,
  formatWhen,
  type Component,
  type StatusState,
} from './status-labels.ts';

const aComponent = (id: Component['id'], name: string, state: StatusState): Component => ({
  id,
  name,
  state,
  since: null,
  ok: null,
  okByDay: [],
  downByDay: [],
  measuredByDay: [],
});
const statusWith = (
  publishing: StatusState,
  instagram: StatusState,
  email: StatusState = 'ok',
) => ({
  components: [
    aComponent('publishing', 'Publicação dos posts', publishing),
    aComponent('instagram', 'Instagram', instagram),
    aComponent('email', 'E-mails', email),
  ],
});

test('the headline is about publishing', () => {
  expect(buildHeadline(statusWith('ok', 'ok'))).toEqual({
    state: 'ok',
    first: 'Os posts estão saindo na hora.',
    rest: 'Não medimos nenhuma falha no resto.',
  });
  expect(buildHeadline(statusWith('ok', 'degraded', 'down'))).toEqual({
    state: 'degraded',
    first: 'Os posts estão saindo na hora.',
    rest: 'Fora do ar: E-mails. Instável: Instagram.',
  });
  expect(buildHeadline(statusWith('down', 'unknown'))).toEqual({
    state: 'down',
    first: 'Os posts não estão saindo agora.',
    rest: '',
  });
});

test('an unmeasured component never counts as working', () => {
  expect(buildHeadline(statusWith('unknown', 'unknown', 'unknown'))).toEqual({
    state: 'unknown',
    first: 'Ainda não medimos se os posts estão saindo na hora.',
    rest: '',
  });
  expect(buildHeadline({ components: [] }).state).toBe('unknown');
});

test('a share shows 100% only when it is complete', () => {
  expect(formatShare(0.9999)).toBe('99,99%');
  expect(formatShare(1)).toBe('100%');
  expect(formatShare(0)).toBe('0%');
});

test.each([
  [-40, '0 s'],
  [460, '0,4 s'],
  [59_999, '59,9 s'],
  [60_000, '1 min'],
  [90_500, '1 min 30 s'],
])('a lateness of %i ms is shown as %s', (ms, text) => {
  expect(formatLateness(ms)).toBe(text);
});

test.each([
  [20_000, 'menos de 1 min'],
  [180_000, '3 min'],
  [7_200_000, '2 h'],
  [7_500_000, '2 h 5 min'],
])('an incident of %i ms is shown as %s', (ms, text) => {
  expect(formatIncidentDuration(ms)).toBe(text);
});

test('times are in Brasília time', () => {
  expect(formatWhen('2026-11-24T01:30:00Z', '2026-11-23')).toBe('22:30');
  expect(formatWhen('2026-11-23T01:30:00Z', '2026-11-23')).toBe('22 de novembro, 22:30');
});

test('a day shows its state and how much of it was measured', () => {
  expect(describeAvailability(1, 1)).toBe('100%');
  expect(describeAvailability(0.985, 0.129)).toBe('98,5% (medido em 12% do dia)');
  expect(describeAvailability(null, 0)).toBe('Sem medição');
  expect(classifyDay(1, 0)).toBe('ok');
  expect(classifyDay(0.9, 0)).toBe('partly');
  expect(classifyDay(0.9, 0.05)).toBe('down');
  expect(classifyDay(null, null)).toBe('unknown');
});
