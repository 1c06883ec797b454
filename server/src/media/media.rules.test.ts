import { expect, test } from 'vitest';
import { rangeOf } from './media.rules.ts';

test.each([
  [undefined, { start: 0, end: 99, partial: false }],
  ['bytes=0-9', { start: 0, end: 9, partial: true }],
  ['bytes=90-', { start: 90, end: 99, partial: true }],
  ['bytes=-10', { start: 90, end: 99, partial: true }],
  ['bytes=50-500', { start: 50, end: 99, partial: true }],
  ['bytes=200-', { start: 0, end: 99, partial: false }],
  ['bytes=0-1,5-6', { start: 0, end: 99, partial: false }],
  ['bytes=-', { start: 0, end: 99, partial: false }],
  ['lines=1-2', { start: 0, end: 99, partial: false }],
])('of a file of 100 bytes, %s selects %o', (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected);
});
