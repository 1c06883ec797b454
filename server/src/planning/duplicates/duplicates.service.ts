import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type {
  BatchDuplicates,
  findDuplicates,
  findBatchDuplicates,
  DuplicatePost,
} from '@pontual/contract/planning/duplicates.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { MediaLinks } from '../../media/links.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { resolveExplicitInstagramAccount } from '../../posts/content/instagram-account.ts';
import { prepareBatch, findRepeatsWithin } from './batch-comparison.ts';
import type { DuplicateCandidate } from './candidates.rules.ts';
import { createDuplicateFinder } from './duplicate-finder.ts';
import { createDuplicatesRepository, type ComparedPost } from './duplicates.repository.ts';

const MAX_RESULTS = 3;

type DuplicateQuery = RequestOf<typeof findDuplicates>['body'];
type BatchDuplicateQuery = RequestOf<typeof findBatchDuplicates>['body'];
export type Duplicates = ReturnType<typeof createDuplicates>;

export function createDuplicates(deps: { database: Database; links: MediaLinks }) {
  const { db } = deps.database;
  const repository = createDuplicatesRepository(db);
  const finder = createDuplicateFinder(db);
  const present = createPresenter(deps.links);

  /** Leaves out posts that were deleted meanwhile. */
  async function createResultPresenter(workspaceId: string, found: readonly DuplicateCandidate[]) {
    const posts = await repository.findPosts(workspaceId, [...new Set(found.map(({ id }) => id))]);
    const byId = new Map(posts.map((post) => [post.id, post]));
    return (one: DuplicateCandidate): DuplicatePost[] => {
      const post = byId.get(one.id);
      return post === undefined ? [] : [present(post, one)];
    };
  }

  return {
    /** @throws AppError NOT_FOUND, for a post of another workspace, too */
    async find({ workspaceId }: Member, query: DuplicateQuery): Promise<DuplicatePost[]> {
      const { postId: excludedPostId = null, sharing } = query;
      const own =
        excludedPostId === null ? undefined : await repository.findOwn(workspaceId, excludedPostId);
      if (excludedPostId !== null && own === undefined) throw new AppError('NOT_FOUND');
      const requestedAccountId = query.instagramAccountId ?? own?.account ?? null;
      const instagramAccountId = await resolveExplicitInstagramAccount(
        db,
        workspaceId,
        requestedAccountId,
      );
      const fingerprints = query.fingerprints ?? own?.fingerprints ?? [];
      const caption = query.caption ?? own?.caption ?? '';
      const found = await finder.findForPost(
        { workspaceId, instagramAccountId, excludedPostId },
        { caption, fingerprints },
      );
      const matching = found.filter(
        ({ sharesMedia, sharesCaption }) =>
          sharing === undefined || (sharing === 'media' ? sharesMedia : sharesCaption),
      );
      const nearest = matching.slice(0, MAX_RESULTS);
      return nearest.flatMap(await createResultPresenter(workspaceId, nearest));
    },

    /** @throws AppError PLAN_REQUIRED */
    async findForBatch(
      { workspaceId }: Member,
      query: BatchDuplicateQuery,
    ): Promise<BatchDuplicates[]> {
      await requirePlan(db, workspaceId, 'bulkUpload');
      const instagramAccountId = await resolveExplicitInstagramAccount(
        db,
        workspaceId,
        query.instagramAccountId ?? null,
      );
      const batch = await prepareBatch(query);
      const nearest = await finder.findForBatch(
        { workspaceId, instagramAccountId, excludedPostId: null },
        batch,
      );
      const shown = await createResultPresenter(
        workspaceId,
        nearest.filter((one) => one !== null),
      );
      const others = await findRepeatsWithin(batch);
      return nearest.map((one, index) => ({
        post: one === null ? null : (shown(one)[0] ?? null),
        other: others[index] ?? null,
      }));
    },
  };
}

const createPresenter =
  (links: MediaLinks) =>
  (post: ComparedPost, { sharesMedia, sharesCaption }: DuplicateCandidate): DuplicatePost => ({
    _id: post.id,
    mediaType: post.media_type,
    caption: post.caption,
    scheduledTime: post.scheduled_time.toISOString(),
    isPublished: post.status === 'published',
    permalink: post.permalink,
    thumbnailUrl: post.file_id === null ? null : links.forOwner(post.file_id, 'thumbnail'),
    sharesMedia,
    sharesCaption,
  });
