import { expect, test } from 'vitest';
import { coverFault, videoLengthFault, videoLengthText } from './video-lengths.ts';

test.each([
  ['REELS', 2_999, /tem 3 s; em Reels.* de 3 s a 15 min/],
  ['VIDEO', 900_001, /em Vídeo/],
  ['STORIES', 60_100, /em Stories.* de 3 s a 1 min/],
  ['CAROUSEL', 61_000, /em Carrossel/],
] as const)('in %s a video of %i ms is refused', (type, durationMs, said) => {
  expect(videoLengthFault(type, durationMs)).toMatch(said);
});

test.each([
  ['REELS', 3_000],
  ['REELS', 900_000],
  ['STORIES', 60_000],
] as const)('in %s a video of %i ms is accepted', (type, durationMs) => {
  expect(videoLengthFault(type, durationMs)).toBeUndefined();
});

test('the length range is formatted for people', () => {
  expect(videoLengthText('REELS')).toBe('de 3 s a 15 min');
});

test.each([
  ['REELS', 4_999, 5_000, false],
  ['REELS', 5_000, 5_000, true],
  ['REELS', 5_000, null, false],
  ['STORIES', 9_000, 5_000, false],
  ['REELS', null, 5_000, false],
] as const)(
  'checks a cover in %s at %s ms of a video of %s ms',
  (type, thumbOffset, durationMs, refused) => {
    expect(coverFault(type, thumbOffset, durationMs) !== undefined).toBe(refused);
  },
);
