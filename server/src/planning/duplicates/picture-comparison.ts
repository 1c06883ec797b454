import { areSimilarPictures, parseFingerprint } from './picture.rules.ts';
import { processInChunks } from './process-in-chunks.ts';

/** 200 000 comparisons take a few milliseconds. */
const COMPARISONS_PER_CHUNK = 200_000;
/** The cost of reading a picture, in comparisons. */
const READ_COST = 20;

/** Returns the first similar pictures, one per post id, in chunks that do not block the event loop. */
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
