import { expect, test } from 'vitest';
import { aPost } from '../post-fixture.ts';
import { getPostFacts } from './post-facts.rules.ts';

const factsByLabel = (...args: Parameters<typeof getPostFacts>) =>
  Object.fromEntries(getPostFacts(...args).map(({ label, text }) => [label, text]));

test('the table lists only existing details', () => {
  expect(factsByLabel(aPost(), null)).toEqual({ 'Criado em': '01/06/2026, 09:00' });
});

test('all details of a reel', () => {
  const reel = aPost({
    mediaType: 'REELS',
    locationId: '213385402',
    userTags: [{ username: 'lia', item: 0 }, { username: 'lia', item: 1 }, { username: 'rui' }],
    reelsConfig: {
      shareToFeed: false,
      thumbOffset: null,
      audioName: 'Torno',
      collaborators: ['feira.daprata'],
    },
    collaborators: ['feira.daprata'],
  });
  expect(factsByLabel(reel, 'atelie.barro')).toEqual({
    Conta: '@atelie.barro',
    'ID do local': '213385402',
    'Pessoas marcadas': '@lia, @rui',
    Colaboradores: '@feira.daprata',
    Áudio: 'Torno',
    'No feed': 'Não, só na aba Reels',
    'Criado em': '01/06/2026, 09:00',
  });
});

test('a published post, or one that needs a confirmation, may belong to another account', () => {
  const publishedAt = '2026-06-09T21:00:01.000Z';
  const published = factsByLabel(aPost({ status: 'published', publishedAt }), 'cafe.serra');
  expect(published).toMatchObject({ 'Publicado em': '09/06/2026, 18:00' });
  expect(published).not.toHaveProperty('Conta');
  const waits = aPost({ errorAction: 'confirm_account' });
  expect(factsByLabel(waits, 'cafe.serra')).not.toHaveProperty('Conta');
});
