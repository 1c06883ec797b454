import { areSimilarPictures, parseFingerprint } from './picture.rules.ts';
import { processInChunks } from './process-in-chunks.ts';

/** So many comparisons are made in one go: a few milliseconds. */
const COMPARISONS_PER_CHUNK = 200_000;
/** To read a picture takes as long as so many comparisons. */
const READ_COST = 20;

/**
 * Of each of the fingerprints that are asked about, the first posts, each once, of which a picture looks
 * nearly the same, and no more than `most` of them. The pictures may be many: others have their turn
 * in between.
 */
export async function findSimilarPictures<P extends { id: unknown; fingerprint: string }>(
  fingerprints: readonly string[],
  pictures: readonly P[],
  limit: number,
): Promise<P[][]> {
  const targets = fingerprints.map((fingerprint) => ({
    points: parseFingerprint(fingerprint),
    alike: new Map<unknown, P>(),
  }));
  if (targets.length === 0) return [];
  await processInChunks(
    pictures,
    Math.ceil(COMPARISONS_PER_CHUNK / (targets.length + READ_COST)),
    (picture) => {
      const points = parseFingerprint(picture.fingerprint);
      for (const look of targets) {
        if (look.alike.size === limit || look.alike.has(picture.id)) continue;
        if (areSimilarPictures(look.points, points)) look.alike.set(picture.id, picture);
      }
    },
  );
  return targets.map(({ alike }) => Array.from(alike.values()));
}
