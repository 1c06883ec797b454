import { expect, test } from 'vitest';
import { matchMedia, pollDelayMs, retryDelayMs } from './publishing.rules.ts';

test.each([
  ['the only one with the caption', 'Olá', [{ id: '1', caption: 'Olá' }], '1'],
  ['whatever the line ends', 'a\nb', [{ id: '1', caption: 'a\r\nb ' }], '1'],
  ['none with another caption', 'Olá', [{ id: '1', caption: 'Oi' }], undefined],
  [
    'none of two alike',
    'Olá',
    [
      { id: '1', caption: 'Olá' },
      { id: '2', caption: 'Olá' },
    ],
    undefined,
  ],
  ['none where there is none', 'Olá', [], undefined],
])('the search for the medium of a post finds %s', (_case, caption, free, expected) => {
  expect(matchMedia(caption, free)).toBe(expected);
});

test('polls become less frequent and never stop', () => {
  const delays = [0, 1, 5, 100].map(pollDelayMs);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  expect(pollDelayMs(100)).toBe(60_000);
  expect(retryDelayMs(100)).toBe(60_000);
});
