import { expect, test } from 'vitest';
import { formatFileSize, formatRefusedFileSize } from './file-size.ts';

const MEGABYTE = 1024 * 1024;

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
