import { documentedLimits } from '@pontual/contract/shared/instagram-limits.ts';
import { expect, test } from 'vitest';
import { ratiosFor } from './ratio.rules.ts';

const image = (width: number, height: number) => ({ kind: 'image' as const, width, height });
const video = { kind: 'video' as const, width: 1080, height: 1920 };

test.each([
  ['a square', image(1080, 1080), undefined],
  ['just 4:5', image(1080, 1350), undefined],
  ['taller', image(1000, 2000), 0.8],
  ['wider than 1.91:1', image(2000, 500), 1.91],
])('a picture for the feed gets its target ratio: %s', (_what, file, ratio) => {
  expect(ratiosFor(documentedLimits, 'IMAGE', [file])).toEqual([ratio]);
});

test('a story gets the ratio of the screen', () => {
  expect(ratiosFor(documentedLimits, 'STORIES', [image(1080, 1080)])).toEqual([9 / 16]);
  expect(ratiosFor(documentedLimits, 'STORIES', [image(1080, 1920)])).toEqual([undefined]);
});

test('a carousel takes the ratio of its first item and leaves videos unchanged', () => {
  const items = [image(1000, 500), image(1000, 1000), image(500, 250), video];
  expect(ratiosFor(documentedLimits, 'CAROUSEL', items)).toEqual([1.91, 1.91, 1.91, undefined]);
  expect(ratiosFor(documentedLimits, 'CAROUSEL', [image(900, 900), image(1000, 500)])).toEqual([
    undefined,
    1,
  ]);
  expect(ratiosFor(documentedLimits, 'CAROUSEL', [video, image(1000, 1000)])).toEqual([
    undefined,
    0.8,
  ]);
});

test('a reel has no picture to fit', () => {
  expect(ratiosFor(documentedLimits, 'REELS', [video])).toEqual([undefined]);
  expect(ratiosFor(documentedLimits, 'CAROUSEL', [])).toEqual([]);
});
