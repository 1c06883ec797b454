import { expect, test } from 'vitest';
import { isSameCaption, pollDelayMs, retryDelayMs } from './publishing.rules.ts';

test.each([
  ['the same one', 'Olá', 'Olá', true],
  ['one with other line ends and outer spaces', 'a\nb', 'a\r\nb ', true],
  ['another one', 'Olá', 'Oi', false],
])('a caption is compared with %s', (_case, one, other, isSame) => {
  expect(isSameCaption(one, other)).toBe(isSame);
});

test('polls become less frequent and never stop', () => {
  const delays = [0, 1, 5, 100].map(pollDelayMs);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  expect(pollDelayMs(100)).toBe(60_000);
  expect(retryDelayMs(100)).toBe(60_000);
});
