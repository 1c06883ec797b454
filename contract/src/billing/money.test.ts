import { expect, test } from 'vitest';
import { formatAmount, formatReais } from './money.ts';

test('formats prices with two decimals, and zero as 0', () => {
  expect([0, 1999, 4999, 1000].map(formatAmount)).toEqual(['0', '19,99', '49,99', '10,00']);
  expect(formatReais(1999)).toBe('R$\u00a019,99');
});
