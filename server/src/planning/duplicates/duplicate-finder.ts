import type { Db } from '../../platform/database/database.ts';
import { findNearestForEach, type ComparedBatch } from './batch-comparison.ts';
import { findSimilarCaptions, indexCaptions } from './caption-comparison.ts';
import { toShingles } from '../../publishing/steps/caption-similarity.rules.ts';
import { rankCandidates, type DatedPost, type DuplicateCandidate } from './candidates.rules.ts';
import { createDuplicatesRepository, type ComparisonScope } from './duplicates.repository.ts';

export interface ComparedContent {
  caption: string;
  fingerprints: readonly string[];
}

export function createDuplicateFinder(db: Db) {
  const repository = createDuplicatesRepository(db);

  async function findByCaption(scope: ComparisonScope, caption: string): Promise<DatedPost[]> {
    const shingles = toShingles(caption);
    if (shingles === null) return [];
    const { length } = Array.from(caption);
    const captions = await repository.listCaptions(scope, { from: length, to: length });
    const captionIndex = await indexCaptions([shingles]);
    const [alike = []] = await findSimilarCaptions(captionIndex, captions, (one) =>
      toShingles(one.caption),
    );
    return alike;
  }

  return {
    async findForPost(
      scope: ComparisonScope,
      { caption, fingerprints }: ComparedContent,
    ): Promise<DuplicateCandidate[]> {
      const media = await repository.findByPictures(scope, fingerprints);
      return rankCandidates(media, await findByCaption(scope, caption));
    },

    /** Reads the existing posts once for the whole batch. */
    async findForBatch(
      scope: ComparisonScope,
      batch: ComparedBatch,
    ): Promise<(DuplicateCandidate | null)[]> {
      const lengths = batch.posts.flatMap((post) => (post.shingles === null ? [] : [post.length]));
      const lengthRange = { from: Math.min(...lengths), to: Math.max(...lengths) };
      const captions =
        lengths.length === 0 ? [] : await repository.listCaptions(scope, lengthRange);
      const pictures = batch.fingerprints.length === 0 ? [] : await repository.listPictures(scope);
      return findNearestForEach(batch, { pictures, captions });
    },
  };
}
