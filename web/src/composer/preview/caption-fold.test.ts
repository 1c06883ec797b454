import { expect, test } from 'vitest';
import { foldCaption, foldLengths, toSingleLine } from './caption-fold.ts';

test('a short caption is shown completely', () => {
  expect(foldCaption('Fornada de hoje #barro', foldLengths.feed)).toEqual({
    text: 'Fornada de hoje #barro',
    isCut: false,
  });
  expect(foldCaption('a'.repeat(125), 125)).toEqual({ text: 'a'.repeat(125), isCut: false });
});

test('a long caption ends before the word that does not fit, hashtags included', () => {
  expect(foldCaption('Três passos e #ceramica', 18)).toEqual({
    text: 'Três passos e',
    isCut: true,
  });
  expect(foldCaption('Três passos e #ceramica', 13).text).toBe('Três passos e');
  expect(foldCaption('a'.repeat(30), 18).text).toBe('a'.repeat(18));
});

test('an emoji counts as one character and is not split', () => {
  const family = '👨‍👩‍👧';
  expect(foldCaption(family.repeat(5), 5)).toEqual({ text: family.repeat(5), isCut: false });
  expect(foldCaption(family.repeat(5), 4)).toEqual({ text: family.repeat(4), isCut: true });
});

test('the feed shows three lines of a folded caption', () => {
  expect(foldCaption('um\ndois\ntrês', 125)).toEqual({ text: 'um\ndois\ntrês', isCut: false });
  expect(foldCaption('um\ndois\n\nquatro', 125)).toEqual({ text: 'um\ndois', isCut: true });
});

test('a reel shows its caption in one line', () => {
  expect(toSingleLine(' Fornada\n\nde hoje ')).toBe('Fornada de hoje');
});
