import { expect, test } from 'vitest';
import { formatLastUse } from './last-use.ts';

// 00:30 in Brasília.
const now = new Date('2026-06-09T03:30:00Z');

test.each([
  ['2026-06-09T03:10:00Z', 'hoje, 00:10'],
  ['2026-06-09T02:50:00Z', 'ontem, 23:50'],
  ['2026-06-08T03:00:00Z', 'ontem, 00:00'],
  ['2026-06-08T02:59:00Z', '7 de junho, 23:59'],
])('formats %s as %s', (instant, words) => {
  expect(formatLastUse(new Date(instant), now)).toBe(words);
});
