import { expect, test } from 'vitest';
import { countEventLoopTurns } from '../../../testing/event-loop-turns.ts';
import { findSimilarCaptions, indexCaptions } from './caption-comparison.ts';
import { toShingles } from '../../publishing/steps/caption-similarity.rules.ts';

const long = (seed: number) =>
  Array.from({ length: 220 }, (_, at) => `palavra${seed}x${at}`)
    .join(' ')
    .slice(0, 2200);

const alike = async <C extends { caption: string }>(
  newCaptions: string[],
  captions: readonly C[],
) =>
  findSimilarCaptions(await indexCaptions(newCaptions.map(toShingles)), captions, ({ caption }) =>
    toShingles(caption),
  );

test('two thousand long captions are compared without blocking the event loop', async () => {
  const captions = Array.from({ length: 2000 }, (_, at) => ({ id: `${at}`, caption: long(at) }));
  const { result, turns } = await countEventLoopTurns(() =>
    alike([`${long(1234)} de novo`], captions),
  );
  expect(result.map((found) => found.map(({ id }) => id))).toEqual([['1234']]);
  expect(turns).toBeGreaterThanOrEqual(99);
});

test('a caption of a few words is similar to none', async () => {
  expect(await alike(['Bom dia'], [{ caption: 'Bom dia' }])).toEqual([[]]);
});

test('a hundred long captions are compared with two thousand equal ones without blocking the event loop', async () => {
  const same = Array.from({ length: 2000 }, () => ({ caption: long(7) }));
  const newCaptions = Array.from({ length: 100 }, (_, at) => long(at === 50 ? 8 : 7));
  const { result, turns } = await countEventLoopTurns(() => alike(newCaptions, same));
  expect(result.map((found) => found.length)).toEqual(
    newCaptions.map((_, at) => (at === 50 ? 0 : 2000)),
  );
  expect(turns).toBeGreaterThanOrEqual(99);
});
