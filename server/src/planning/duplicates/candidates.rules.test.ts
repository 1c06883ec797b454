import { describe, expect, test } from 'vitest';
import { rankCandidates, findNearestCandidate } from './candidates.rules.ts';

const post = (id: string, hour: number) => ({ id, at: new Date(Date.UTC(2026, 10, 20, hour)) });
const [old, middle, late] = [post('old', 1), post('middle', 2), post('late', 3)];

describe('the nearest of the similar posts', () => {
  test.each([
    { what: 'is none of none', media: [], captions: [], nearest: [] },
    { what: 'is the latest picture', media: [old, late], captions: [], nearest: ['late', 'old'] },
    {
      what: 'is the latest that says it',
      media: [],
      captions: [old, late],
      nearest: ['late', 'old'],
    },
    { what: 'is the latest of either', media: [old], captions: [late], nearest: ['late', 'old'] },
    {
      what: 'shares both, however old it is',
      media: [late, old],
      captions: [middle, old],
      nearest: ['old', 'late', 'middle'],
    },
    {
      what: 'is the latest of those that share both',
      media: [old, middle],
      captions: [late, middle, old],
      nearest: ['middle', 'old', 'late'],
    },
    { what: 'is listed once', media: [old, old], captions: [old], nearest: ['old'] },
    {
      what: 'is the picture where both are of one hour',
      media: [post('shown', 1)],
      captions: [post('said', 1)],
      nearest: ['shown', 'said'],
    },
  ])('$what', ({ media, captions, nearest }) => {
    expect(rankCandidates(media, captions).map(({ id }) => id)).toEqual(nearest);
    expect(findNearestCandidate(media, captions)).toEqual(
      rankCandidates(media, captions)[0] ?? null,
    );
  });
});
