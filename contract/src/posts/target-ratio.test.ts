import { describe, expect, test } from 'vitest';
import { documentedLimits, TALL_IMAGE_RATIO } from '../shared/instagram-limits.ts';
import { isFeedRatio, targetRatio } from './target-ratio.ts';

const size = (width: number, height: number) => ({ width, height });

describe('the ratio of a post', () => {
  test.each([
    ['a square picture stays', 'IMAGE', [size(1080, 1080)], 1],
    ['a phone’s upright photo becomes 4:5', 'IMAGE', [size(3024, 4032)], 0.8],
    ['a panorama becomes 1.91:1', 'IMAGE', [size(6000, 1000)], 1.91],
    ['a carousel takes that of its first', 'CAROUSEL', [size(1200, 800), size(800, 1200)], 1.5],
    ['a carousel’s too tall first is brought in', 'CAROUSEL', [size(900, 1600), size(1, 1)], 0.8],
    ['a story fills the phone', 'STORIES', [size(1080, 1080)], 9 / 16],
    ['a reel goes out as it is', 'REELS', [size(1080, 1920)], null],
    ['a video goes out as it is', 'VIDEO', [size(1920, 1080)], null],
    ['nothing is known of a first that cannot be shown', 'CAROUSEL', [size(0, 0)], null],
    ['nothing is known without a picture', 'IMAGE', [], null],
  ] as const)('%s', (_, type, items, ratio) => {
    expect(targetRatio(type, items, documentedLimits)).toBe(ratio);
  });

  test.each([
    ['a phone’s upright photo stays', size(3024, 4032), 0.75],
    ['a taller one becomes 3:4', size(900, 1600), 0.75],
    ['a panorama becomes 1.91:1', size(6000, 1000), 1.91],
  ])('where 3:4 is accepted, %s', (_, picture, ratio) => {
    const limits = { minImageRatio: TALL_IMAGE_RATIO };
    expect(targetRatio('IMAGE', [picture], limits)).toBe(ratio);
  });
});

test.each([
  [size(1080, 1350), true, true],
  [size(1080, 1351), true, true],
  [size(1080, 1352), false, true],
  [size(1080, 1440), false, true],
  [size(1080, 1442), false, false],
  [size(1080, 566), true, true],
  [size(1080, 560), false, false],
])('the feed accepts %o by default: %s; where 3:4 is accepted: %s', (picture, byDefault, tall) => {
  expect(isFeedRatio(picture, documentedLimits)).toBe(byDefault);
  expect(isFeedRatio(picture, { minImageRatio: TALL_IMAGE_RATIO })).toBe(tall);
});
