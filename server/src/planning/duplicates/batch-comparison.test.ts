import { BATCH_POSTS_MAX } from '@pontual/contract/planning/bulk.ts';
import { describe, expect, test } from 'vitest';
import { flipBits, fakeFingerprint } from '../../../testing/fingerprint-images.ts';
import { countEventLoopTurns } from '../../../testing/event-loop-turns.ts';
import { prepareBatch, findNearestForEach, findRepeatsWithin } from './batch-comparison.ts';

const CUPS = 'Chegou a fornada de canecas esmaltadas em azul, feitas à mão no ateliê';

const rowsOf = (pictures: readonly number[][], caption = '') =>
  pictures.map((shown) => ({ caption, pictures: shown }));

/** Each post is an hour older than the one before it. */
const published = <S extends object>(count: number, shows: S) =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    at: new Date(Date.UTC(2026, 10, 20, -at)),
    ...shows,
  }));

const manyWords = (seed: number) =>
  Array.from({ length: 900 }, (_, at) => `${seed}x${at}`).join(' ');

describe('the event loop stays free', () => {
  test('while every row shows the same picture many times and a thousand posts show it', async () => {
    const fingerprints = [fakeFingerprint(1)];
    const rows = rowsOf(Array.from({ length: BATCH_POSTS_MAX }, () => Array<number>(300).fill(0)));
    const pictures = published(1000, { fingerprint: fakeFingerprint(1) });
    const batch = await prepareBatch({ posts: rows, fingerprints });
    const { result, turns } = await countEventLoopTurns(() =>
      findNearestForEach(batch, { pictures, captions: [] }),
    );
    expect(result.map((one) => one?.id)).toEqual(rows.map(() => '0'));
    expect(turns).toBeGreaterThanOrEqual(BATCH_POSTS_MAX - 1);
  });

  test('while many pictures are compared with many', async () => {
    const fingerprints = Array.from({ length: 300 }, (_, at) => fakeFingerprint(at));
    const batch = await prepareBatch({ posts: rowsOf([[299]]), fingerprints });
    const pictures = [
      ...published(9999, { fingerprint: fakeFingerprint(-1) }),
      { id: 'oldest', at: new Date(0), fingerprint: flipBits(fakeFingerprint(299), 26) },
    ];
    const { result, turns } = await countEventLoopTurns(() =>
      findNearestForEach(batch, { pictures, captions: [] }),
    );
    expect(result).toMatchObject([{ id: 'oldest', sharesMedia: true, sharesCaption: false }]);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  test('while a batch of long captions is read and compared with itself', async () => {
    const posts = Array.from({ length: BATCH_POSTS_MAX }, (_, at) => ({
      caption: manyWords(at % 50),
      pictures: [],
    }));
    const read = await countEventLoopTurns(() => prepareBatch({ posts, fingerprints: [] }));
    expect(read.turns).toBeGreaterThanOrEqual(8);
    const { result, turns } = await countEventLoopTurns(() => findRepeatsWithin(read.result));
    expect(result.map((other) => other?.index ?? null)).toEqual(
      posts.map((_, at) => (at < 50 ? null : at - 50)),
    );
    expect(turns).toBeGreaterThanOrEqual(8);
  });
});

describe('a row that duplicates an earlier row', () => {
  const fingerprints = [fakeFingerprint(1), flipBits(fakeFingerprint(1), 9), fakeFingerprint(2)];

  test.each([
    { rows: [[0], [1]], other: 0 },
    { rows: [[0], [2]], other: null },
    { rows: [[2], [0], [1]], other: 1 },
    { rows: [[0], [2, 1]], other: 0 },
    // The check of the files already reports the same file, whatever else the rows show.
    { rows: [[0], [0]], other: null },
    { rows: [[0], [0, 1]], other: null },
    { rows: [[0, 1], [1]], other: null },
    { rows: [[1], [0], [0, 2]], other: 0 },
    { rows: [[0, 1]], other: null },
  ])('is found by similar pictures: $rows gives $other', async ({ rows, other }) => {
    const found = await findRepeatsWithin(
      await prepareBatch({ posts: rowsOf(rows), fingerprints }),
    );
    expect(found.at(-1) ?? null).toEqual(
      other === null ? null : { index: other, sharesMedia: true, sharesCaption: false },
    );
  });

  test('is found by its caption alone when both rows show the same file', async () => {
    const posts = rowsOf([[0], [0, 1]], CUPS);
    expect(await findRepeatsWithin(await prepareBatch({ posts, fingerprints }))).toEqual([
      null,
      { index: 0, sharesMedia: false, sharesCaption: true },
    ]);
  });
});
