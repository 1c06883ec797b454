import { isSimilarEnough, type Shingles } from '../../publishing/caption-similarity.rules.ts';
import { processInChunks } from './process-in-chunks.ts';

/** So many are read or compared in one go: a few milliseconds where all are of the longest. */
export const CAPTIONS_PER_CHUNK = 20;

/** Captions that are asked about, prepared so that a shingle is looked up once for all of them. */
export interface CaptionIndex {
  /** How many shingles each has. */
  sizes: readonly number[];
  /** Which of them have a shingle. */
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

/**
 * Of each of the captions that are asked about, which of these say nearly the same. They may be many:
 * others have their turn in between.
 */
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
