import { isSimilarEnough, type Shingles } from '../../publishing/steps/caption-similarity.rules.ts';
import { processInChunks } from './process-in-chunks.ts';

/** The longest captions take a few milliseconds. */
export const CAPTIONS_PER_CHUNK = 20;

/** One lookup of a shingle serves all captions of the query. */
export interface CaptionIndex {
  sizes: readonly number[];
  captionsByShingle: ReadonlyMap<string, readonly number[]>;
}

export async function indexCaptions(all: readonly Shingles[]): Promise<CaptionIndex> {
  const captionsByShingle = new Map<string, number[]>();
  await processInChunks(all, CAPTIONS_PER_CHUNK, (shingles, index) => {
    for (const shingle of shingles ?? []) {
      const known = captionsByShingle.get(shingle);
      if (known === undefined) captionsByShingle.set(shingle, [index]);
      else known.push(index);
    }
  });
  return { sizes: all.map((shingles) => shingles?.size ?? 0), captionsByShingle };
}

/** Runs in chunks, so that it does not block the event loop. */
export async function findSimilarCaptions<C>(
  { sizes, captionsByShingle }: CaptionIndex,
  captions: readonly C[],
  getShingles: (one: C) => Shingles,
): Promise<C[][]> {
  const similar = sizes.map((): C[] => []);
  if (captionsByShingle.size === 0) return similar;
  const sharedCounts = new Uint16Array(sizes.length);
  await processInChunks(captions, CAPTIONS_PER_CHUNK, (one) => {
    const shingles = getShingles(one);
    if (shingles === null) return;
    sharedCounts.fill(0);
    for (const shingle of shingles) {
      for (const holder of captionsByShingle.get(shingle) ?? [])
        sharedCounts[holder] = (sharedCounts[holder] ?? 0) + 1;
    }
    for (const [index, count] of sharedCounts.entries()) {
      if (count > 0 && isSimilarEnough(count, sizes[index] ?? 0, shingles.size))
        similar[index]?.push(one);
    }
  });
  return similar;
}
