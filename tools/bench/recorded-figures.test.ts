import { expect, test } from 'vitest';
import { compareFigures, mergeFigures } from './recorded-figures.ts';

const recorded = {
  month: { value: 0.1, unit: 'x' as const, date: '2026-11-22' },
  memory: { value: 200, unit: 'MB' as const, date: '2026-11-22' },
};

test('figures are compared by name, and one that grew by more than a quarter is marked', () => {
  const table = compareFigures(
    [
      { name: 'month', value: 0.1251, unit: 'x' },
      { name: 'memory', value: 249, unit: 'MB' },
      { name: 'start', value: 1.5, unit: 's' },
    ],
    recorded,
  );
  expect(table.split('\n').slice(2)).toEqual([
    '| month | 0.125 x | 0.1 x (2026-11-22) | +25 %: WORSE |',
    '| memory | 249 MB | 200 MB (2026-11-22) | +25 % |',
    '| start | 1.5 s | not recorded |  |',
  ]);
});

test('recording replaces the figures of a run and keeps the others', () => {
  const merged = mergeFigures(
    { 'bench:api': recorded },
    'bench:api',
    [{ name: 'month', value: 0.08123, unit: 'x' }],
    '2026-11-29',
  );
  expect(merged).toEqual({
    'bench:api': {
      month: { value: 0.0812, unit: 'x', date: '2026-11-29' },
      memory: recorded.memory,
    },
  });
});
