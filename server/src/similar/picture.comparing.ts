import { lookAlike, pointsOf } from './picture.rules.ts';
import { inTurns } from './turns.ts';

/** So many comparisons are made in one go: a few milliseconds. */
const AT_ONCE = 200_000;
/** To read a picture takes as long as so many comparisons. */
const READING = 20;

/**
 * Of each of the fingerprints that are asked about, the first posts, each once, of which a picture looks
 * nearly the same, and no more than `most` of them. The pictures may be many: others have their turn
 * in between.
 */
export async function lookingLike<P extends { id: unknown; fingerprint: string }>(
  asked: readonly string[],
  pictures: readonly P[],
  most: number,
): Promise<P[][]> {
  const looks = asked.map((fingerprint) => ({
    points: pointsOf(fingerprint),
    alike: new Map<unknown, P>(),
  }));
  if (looks.length === 0) return [];
  await inTurns(pictures, Math.ceil(AT_ONCE / (looks.length + READING)), (picture) => {
    const points = pointsOf(picture.fingerprint);
    for (const look of looks) {
      if (look.alike.size === most || look.alike.has(picture.id)) continue;
      if (lookAlike(look.points, points)) look.alike.set(picture.id, picture);
    }
  });
  return looks.map(({ alike }) => Array.from(alike.values()));
}
