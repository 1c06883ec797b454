import { expect, test } from 'vitest';
import { mediaOf, processingDelayMs, troubleDelayMs } from './publishing.rules.ts';

const none = new Set<string>();

test.each([
  ['the only one with the caption', 'Olá', [{ id: '1', caption: 'Olá' }], none, '1'],
  ['whatever the line ends', 'a\nb', [{ id: '1', caption: 'a\r\nb ' }], none, '1'],
  ['none with another caption', 'Olá', [{ id: '1', caption: 'Oi' }], none, undefined],
  [
    'none of two alike',
    'Olá',
    [
      { id: '1', caption: 'Olá' },
      { id: '2', caption: 'Olá' },
    ],
    none,
    undefined,
  ],
  [
    'the one of two that is free',
    'Olá',
    [
      { id: '1', caption: 'Olá' },
      { id: '2', caption: 'Olá' },
    ],
    new Set(['2']),
    '1',
  ],
  ['none that is bound already', 'Olá', [{ id: '1', caption: 'Olá' }], new Set(['1']), undefined],
])('a post became %s', (_case, caption, found, bound, expected) => {
  expect(mediaOf(caption, found, bound)).toBe(expected);
});

test('asking again gets slower and never stops', () => {
  const delays = [0, 1, 5, 100].map(processingDelayMs);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
  expect(processingDelayMs(100)).toBe(60_000);
  expect(troubleDelayMs(100)).toBe(60_000);
});
