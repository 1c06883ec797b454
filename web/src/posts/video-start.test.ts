import { expect, test } from 'vitest';
import { getVideoStart } from './video-start.ts';

const coverUrl = '/media/f/1/cover';

test.each([
  ['shows its cover', { coverUrl, state: 'ready' }, null, { second: 0.1, poster: coverUrl }],
  [
    'with the beginning chosen too',
    { coverUrl, state: 'ready' },
    0,
    { second: 0.1, poster: coverUrl },
  ],
  [
    'shows the frame that was chosen',
    { coverUrl, state: 'ready' },
    2500,
    { second: 2.5, poster: undefined },
  ],
  [
    'shows its cover while it is converted, which no browser need be able to show',
    { coverUrl, state: 'converting' },
    2500,
    { second: 2.5, poster: coverUrl },
  ],
  [
    'without pictures shows its first frame',
    { coverUrl: null, state: 'ready' },
    null,
    { second: 0.1, poster: undefined },
  ],
] as const)('a video %s', (_what, item, chosenMs, start) => {
  expect(getVideoStart(item, chosenMs)).toEqual(start);
});
