import type { RequestOf } from '@pontual/contract/endpoint.ts';
import type { BatchSimilar, findSimilarToBatch } from '@pontual/contract/similar.ts';
import {
  alikeAmong,
  askedCaptions,
  CAPTIONS_AT_ONCE,
  type AskedCaptions,
} from './caption.comparing.ts';
import { shinglesOf, type Shingles } from './caption.rules.ts';
import { MOST_SHOWING, nearestOf, type Dated, type Likeness } from './likeness.rules.ts';
import { lookingLike } from './picture.comparing.ts';
import { inTurns } from './turns.ts';

interface BatchPost {
  /** Null where the caption is too short to be compared. */
  shingles: Shingles;
  /** Of its caption, in characters. */
  length: number;
  /** Among the fingerprints of the batch. */
  pictures: ReadonlySet<number>;
}

/** A batch that is asked about, its captions read once for all that they are compared with. */
export interface Batch {
  posts: readonly BatchPost[];
  captions: AskedCaptions;
  fingerprints: readonly string[];
}

export async function batchOf(
  asked: Pick<RequestOf<typeof findSimilarToBatch>['body'], 'posts' | 'fingerprints'>,
): Promise<Batch> {
  const posts: BatchPost[] = [];
  await inTurns(asked.posts, CAPTIONS_AT_ONCE, ({ caption, pictures }) => {
    const [shingles, { length }] = [shinglesOf(caption), Array.from(caption)];
    posts.push({ shingles, length, pictures: new Set(pictures) });
  });
  const captions = await askedCaptions(posts.map(({ shingles }) => shingles));
  return { posts, captions, fingerprints: asked.fingerprints };
}

/** What posts show and say that are there, newest first. */
interface There {
  pictures: readonly (Dated & { fingerprint: string })[];
  captions: readonly (Dated & { caption: string })[];
}

/** Of each post of a batch the nearest of those that are there. */
export async function nearestOfEach(
  { posts, captions, fingerprints }: Batch,
  there: There,
): Promise<(Likeness | null)[]> {
  const says = await alikeAmong(captions, there.captions, ({ caption }) => shinglesOf(caption));
  const shows = await lookingLike(fingerprints, there.pictures, MOST_SHOWING);
  const nearest: (Likeness | null)[] = [];
  await inTurns(posts, 1, ({ pictures }, index) => {
    const media = [...pictures].flatMap((picture) => shows[picture] ?? []);
    nearest.push(nearestOf(media, says[index] ?? []));
  });
  return nearest;
}

/**
 * Of each post of a batch the first before it that nearly says or shows the same. A file that both
 * show is none of it: that is told with the files (bulk.check.ts).
 */
export async function repeatedWithin(batch: Batch): Promise<BatchSimilar['other'][]> {
  const numbered = batch.posts.map((post, index) => ({ ...post, index }));
  const says = await alikeAmong(batch.captions, numbered, ({ shingles }) => shingles);
  const pictures = batch.fingerprints.map((fingerprint, id) => ({ id, fingerprint }));
  const alike = await lookingLike(batch.fingerprints, pictures, pictures.length);
  const looks = alike.map((found) => new Set(found.map(({ id }) => id)));
  const first: BatchSimilar['other'][] = [];
  await inTurns(numbered, CAPTIONS_AT_ONCE, (post) => {
    const said = new Set(says[post.index]?.map(({ index }) => index));
    first.push(null);
    for (const { index, pictures: shown } of numbered) {
      if (index === post.index) return;
      const sharesCaption = said.has(index);
      const sharesMedia = showNearlyTheSame(post.pictures, shown, looks);
      if (!sharesCaption && !sharesMedia) continue;
      first[post.index] = { index, sharesMedia, sharesCaption };
      return;
    }
  });
  return first;
}

function showNearlyTheSame(
  one: ReadonlySet<number>,
  other: ReadonlySet<number>,
  looks: readonly ReadonlySet<number>[],
): boolean {
  const pictures = [...one];
  if (pictures.some((picture) => other.has(picture))) return false;
  return pictures.some((picture) => [...other].some((shown) => looks[picture]?.has(shown)));
}
