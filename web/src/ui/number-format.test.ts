import { expect, test } from 'vitest';
import {
  formatChange,
  formatCount,
  formatDecimal,
  formatPercent,
  formatRefusedFileSize,
  formatFileSize,
} from './number-format.ts';

const MEGABYTE = 1024 * 1024;

test('numbers are formatted as in Brazil', () => {
  expect(formatCount(1234567)).toBe('1.234.567');
  expect(formatDecimal(6.24)).toBe('6,2');
  expect(formatPercent(95.5)).toBe('95,5%');
  expect(formatPercent(100)).toBe('100%');
  expect(formatPercent(1234.5)).toBe('1.234,5%');
  expect([12, -3, 0].map(formatChange)).toEqual(['+12', '-3', '0']);
});

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [640 * 1024, '640 KB'],
  [MEGABYTE, '1 MB'],
  [3.1 * MEGABYTE, '3,1 MB'],
  [48.2 * MEGABYTE, '48,2 MB'],
])('formats %d bytes as %s', (bytes, said) => {
  expect(formatFileSize(bytes)).toBe(said);
});

test.each([
  [640 * 1024, '640 KB'],
  [8 * MEGABYTE + 1, '8,1 MB'],
  [8.5 * MEGABYTE, '8,5 MB'],
  [12 * MEGABYTE, '12 MB'],
  [300 * MEGABYTE + 1, '300,1 MB'],
])('rounds a refused file of %d bytes up to %s', (bytes, said) => {
  expect(formatRefusedFileSize(bytes)).toBe(said);
});
