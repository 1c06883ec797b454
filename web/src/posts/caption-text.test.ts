import { INSTAGRAM_LIMITS_META } from '@pontual/contract/shared/instagram-limits.ts';
import { expect, onTestFinished, test } from 'vitest';
import { setRenderMetas } from '../ui/page/page-meta.ts';
import {
  captionError,
  checkCaptionCounts,
  captionLengthState,
  exceededLimitText,
} from './caption-text.ts';

test.each([
  [0, 2200, 'free'],
  [2000, 200, 'free'],
  [2001, 199, 'short'],
  [2150, 50, 'short'],
  [2151, 49, 'shortest'],
  [2200, 0, 'shortest'],
  [2212, -12, 'over'],
])('after %i characters %i are left: %s', (length, remaining, state) => {
  expect(captionLengthState('a'.repeat(length))).toEqual({ remaining, state });
});

test('an emoji counts once', () => {
  expect(captionLengthState('🍵').remaining).toBe(2199);
});

test.each([
  ['#a '.repeat(3), [], []],
  ['#a '.repeat(4), ['free: 4 de 5 hashtags'], []],
  ['#a '.repeat(5), ['free: 5 de 5 hashtags'], []],
  ['#a '.repeat(6), ['many: 6 de 5 hashtags'], []],
  ['#a '.repeat(30), ['many: 30 de 5 hashtags'], []],
  [
    '#a '.repeat(32),
    ['over: 32 de 30 hashtags'],
    ['O Instagram recusa mais de 30 hashtags. Remova 2.'],
  ],
  ['@a '.repeat(14), [], []],
  ['@a '.repeat(15), ['free: 15 de 20 menções'], []],
  ['@a '.repeat(20), ['free: 20 de 20 menções'], []],
  [
    '@a '.repeat(21),
    ['over: 21 de 20 menções'],
    ['O Instagram recusa mais de 20 menções. Remova 1.'],
  ],
])('%j shows the counts: %j, and is refused with: %j', (caption, counts, refusals) => {
  const marks = checkCaptionCounts(caption);
  expect(marks.counts.map(({ text, state }) => `${state}: ${text}`)).toEqual(counts);
  expect(marks.exceeded.map(exceededLimitText)).toEqual(refusals);
});

test.each([
  ['Puxar a alça. #barro', undefined],
  ['a'.repeat(2201), 'Legenda deve ter no máximo 2200 caracteres'],
  [
    '#a @b '.repeat(31),
    'O Instagram recusa mais de 30 hashtags. Remova 1. O Instagram recusa mais de 20 menções. Remova 11.',
  ],
])('%j is refused with: %s', (caption, fault) => {
  expect(captionError(caption)).toBe(fault);
});

test('where the installation refuses the sixth hashtag, it is an error', () => {
  onTestFinished(() => setRenderMetas({}));
  setRenderMetas({ [INSTAGRAM_LIMITS_META]: '{"maxHashtags":5,"minImageRatio":0.8}' });
  expect(captionError('#a '.repeat(5))).toBeUndefined();
  expect(captionError('#a '.repeat(6))).toBe('O Instagram recusa mais de 5 hashtags. Remova 1.');
  expect(checkCaptionCounts('#a '.repeat(6)).counts).toEqual([
    { text: '6 de 5 hashtags', state: 'over' },
  ]);
});
