import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type {
  BatchDuplicates,
  findBatchDuplicates,
} from '@pontual/contract/planning/duplicates.ts';
import {
  findSimilarCaptions,
  indexCaptions,
  CAPTIONS_PER_CHUNK,
  type CaptionIndex,
} from './caption-comparison.ts';
import { toShingles, type Shingles } from '../../publishing/steps/caption-similarity.rules.ts';
import {
  MAX_PICTURE_MATCHES,
  findNearestCandidate,
  type DatedPost,
  type DuplicateCandidate,
} from './candidates.rules.ts';
import { findSimilarPictures } from './picture-comparison.ts';
import { processInChunks } from './process-in-chunks.ts';

interface BatchPost {
  /** Null when the caption is too short to compare. */
  shingles: Shingles;
  length: number;
  /** Indexes into the fingerprints of the batch. */
  pictures: ReadonlySet<number>;
}

export interface ComparedBatch {
  posts: readonly BatchPost[];
  captions: CaptionIndex;
  fingerprints: readonly string[];
}

export async function prepareBatch(
  query: Pick<RequestOf<typeof findBatchDuplicates>['body'], 'posts' | 'fingerprints'>,
): Promise<ComparedBatch> {
  const posts: BatchPost[] = [];
  await processInChunks(query.posts, CAPTIONS_PER_CHUNK, ({ caption, pictures }) => {
    const [shingles, { length }] = [toShingles(caption), Array.from(caption)];
    posts.push({ shingles, length, pictures: new Set(pictures) });
  });
  const captions = await indexCaptions(posts.map(({ shingles }) => shingles));
  return { posts, captions, fingerprints: query.fingerprints };
}

interface ExistingContent {
  pictures: readonly (DatedPost & { fingerprint: string })[];
  captions: readonly (DatedPost & { caption: string })[];
}

export async function findNearestForEach(
  { posts, captions, fingerprints }: ComparedBatch,
  existing: ExistingContent,
): Promise<(DuplicateCandidate | null)[]> {
  const captionMatches = await findSimilarCaptions(captions, existing.captions, ({ caption }) =>
    toShingles(caption),
  );
  const pictureMatches = await findSimilarPictures(
    fingerprints,
    existing.pictures,
    MAX_PICTURE_MATCHES,
  );
  const nearest: (DuplicateCandidate | null)[] = [];
  await processInChunks(posts, 1, ({ pictures }, index) => {
    const media = [...pictures].flatMap((picture) => pictureMatches[picture] ?? []);
    nearest.push(findNearestCandidate(media, captionMatches[index] ?? []));
  });
  return nearest;
}

/**
 * Returns for each post the first earlier post with a similar caption or picture. Pictures do not count when
 * both posts show the same file: `markRepeatedFiles` reports that (bulk/check.ts).
 */
export async function findRepeatsWithin(batch: ComparedBatch): Promise<BatchDuplicates['other'][]> {
  const numbered = batch.posts.map((post, index) => ({ ...post, index }));
  const captionMatches = await findSimilarCaptions(
    batch.captions,
    numbered,
    ({ shingles }) => shingles,
  );
  const pictures = batch.fingerprints.map((fingerprint, id) => ({ id, fingerprint }));
  const similarPictures = await findSimilarPictures(batch.fingerprints, pictures, pictures.length);
  const pictureMatches = similarPictures.map((found) => new Set(found.map(({ id }) => id)));
  const firstMatches: BatchDuplicates['other'][] = [];
  await processInChunks(numbered, CAPTIONS_PER_CHUNK, (post) => {
    const sameCaptionIndexes = new Set(captionMatches[post.index]?.map(({ index }) => index));
    firstMatches.push(null);
    for (const { index, pictures: shown } of numbered) {
      if (index === post.index) return;
      const sharesCaption = sameCaptionIndexes.has(index);
      const sharesMedia = showSimilarPictures(post.pictures, shown, pictureMatches);
      if (!sharesCaption && !sharesMedia) continue;
      firstMatches[post.index] = { index, sharesMedia, sharesCaption };
      return;
    }
  });
  return firstMatches;
}

function showSimilarPictures(
  one: ReadonlySet<number>,
  other: ReadonlySet<number>,
  pictureMatches: readonly ReadonlySet<number>[],
): boolean {
  const pictures = [...one];
  if (pictures.some((picture) => other.has(picture))) return false;
  return pictures.some((picture) =>
    [...other].some((shown) => pictureMatches[picture]?.has(shown)),
  );
}
