import { expect, test } from 'vitest';
import { aPost } from '../../posts/post-fixture.ts';
import { isOnProfile, tileLabel } from './profile-tiles.ts';

const reel = (shareToFeed: boolean) =>
  aPost({
    mediaType: 'REELS',
    reelsConfig: { shareToFeed, thumbOffset: null, audioName: null, collaborators: [] },
  });

test.each([
  ['a scheduled picture', aPost({}), true],
  ['a published carousel', aPost({ status: 'published', mediaType: 'CAROUSEL' }), true],
  ['a post on its way', aPost({ status: 'pending' }), true],
  ['a story', aPost({ mediaType: 'STORIES' }), false],
  ['a reel of the feed', reel(true), true],
  ['a reel that is kept out of the feed', reel(false), false],
  ['a post made for an earlier account', aPost({ errorAction: 'confirm_account' }), false],
  ['a draft', aPost({ status: 'draft' }), false],
  ['a post that did not go out', aPost({ status: 'failed' }), false],
])('%s: on the profile %s', (_what, post, shown) => {
  expect(isOnProfile(post)).toBe(shown);
});

test('a tile has a label with type, state, due time and caption', () => {
  const now = new Date('2026-06-09T17:32:00Z');
  const post = aPost({ scheduledTime: '2026-06-10T21:00:00.000Z', caption: ' Caneca dupla ' });
  expect(tileLabel(post, now)).toBe('Imagem, agendado, Amanhã, 18:00: Caneca dupla');
  expect(tileLabel({ ...post, caption: '' }, now)).toBe(
    'Imagem, agendado, Amanhã, 18:00: sem legenda',
  );
});
