import { expect, test } from 'vitest';
import { captionParts, captionRoom } from './caption-text.ts';

test.each([
  [0, 2200, 'free'],
  [2000, 200, 'free'],
  [2001, 199, 'short'],
  [2150, 50, 'short'],
  [2151, 49, 'shortest'],
  [2200, 0, 'shortest'],
  [2212, -12, 'over'],
])('after %i characters %i are left: %s', (length, left, room) => {
  expect(captionRoom('a'.repeat(length))).toEqual({ left, room });
});

test('an emoji counts once', () => {
  expect(captionRoom('🍵').left).toBe(2199);
});

test('hashtags and mentions are told from the words around them', () => {
  const caption = 'Com @lia.azulejos. Feito à mão #cerâmica, #torno';
  expect(captionParts(caption).filter(({ tag }) => tag)).toEqual([
    { text: '@lia.azulejos', tag: true },
    { text: '#cerâmica', tag: true },
    { text: '#torno', tag: true },
  ]);
  expect(
    captionParts(caption)
      .map(({ text }) => text)
      .join(''),
  ).toBe(caption);
});

test('a lone # is a word', () => {
  expect(captionParts('# 1')).toEqual([{ text: '# 1', tag: false }]);
});
