import { isEnough, type Shingles } from './caption.rules.ts';
import { inTurns } from './turns.ts';

/** So many are read or compared in one go: a few milliseconds where all are of the longest. */
export const CAPTIONS_AT_ONCE = 20;

/** Captions that are asked about, prepared so that a shingle is looked up once for all of them. */
export interface AskedCaptions {
  /** How many shingles each has. */
  sizes: readonly number[];
  /** Which of them have a shingle. */
  holders: ReadonlyMap<string, readonly number[]>;
}

export async function askedCaptions(all: readonly Shingles[]): Promise<AskedCaptions> {
  const holders = new Map<string, number[]>();
  await inTurns(all, CAPTIONS_AT_ONCE, (shingles, index) => {
    for (const shingle of shingles ?? []) {
      const known = holders.get(shingle);
      if (known === undefined) holders.set(shingle, [index]);
      else known.push(index);
    }
  });
  return { sizes: all.map((shingles) => shingles?.size ?? 0), holders };
}

/**
 * Of each of the captions that are asked about, which of these say nearly the same. They may be many:
 * others have their turn in between.
 */
export async function alikeAmong<C>(
  { sizes, holders }: AskedCaptions,
  captions: readonly C[],
  shinglesOf: (one: C) => Shingles,
): Promise<C[][]> {
  const alike = sizes.map((): C[] => []);
  if (holders.size === 0) return alike;
  const shared = new Uint16Array(sizes.length);
  await inTurns(captions, CAPTIONS_AT_ONCE, (one) => {
    const shingles = shinglesOf(one);
    if (shingles === null) return;
    shared.fill(0);
    for (const shingle of shingles) {
      for (const holder of holders.get(shingle) ?? []) shared[holder] = (shared[holder] ?? 0) + 1;
    }
    for (const [index, count] of shared.entries()) {
      if (count > 0 && isEnough(count, sizes[index] ?? 0, shingles.size)) alike[index]?.push(one);
    }
  });
  return alike;
}
