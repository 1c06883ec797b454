import { expect, test } from 'vitest';
import { changeText, countText, decimalText, percentText } from './numbers.ts';

test('numbers are written as in Brazil', () => {
  expect(countText(1234567)).toBe('1.234.567');
  expect(decimalText(6.24)).toBe('6,2');
  expect(percentText(95.5)).toBe('95,5%');
  expect(percentText(100)).toBe('100%');
  expect(percentText(1234.5)).toBe('1.234,5%');
  expect([12, -3, 0].map(changeText)).toEqual(['+12', '-3', '0']);
});
