import { expect, test } from 'vitest';
import { formatChange, formatCount, formatDecimal, formatPercent } from './number-format.ts';

test('numbers are formatted as in Brazil', () => {
  expect(formatCount(1234567)).toBe('1.234.567');
  expect(formatDecimal(6.24)).toBe('6,2');
  expect(formatPercent(95.5)).toBe('95,5%');
  expect(formatPercent(100)).toBe('100%');
  expect(formatPercent(1234.5)).toBe('1.234,5%');
  expect([12, -3, 0].map(formatChange)).toEqual(['+12', '-3', '0']);
});
