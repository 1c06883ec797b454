import type { RequestOf } from '@pontual/contract/endpoint.ts';
import type {
  BatchSimilar,
  findSimilar,
  findSimilarToBatch,
  SimilarPost,
} from '@pontual/contract/similar.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { requirePlan } from '../plans/require-plan.ts';
import { accountByName } from '../posts/posts.accounts.ts';
import { batchOf, repeatedWithin } from './batch.comparing.ts';
import type { Likeness } from './likeness.rules.ts';
import { createFinding } from './similar.finding.ts';
import { createSimilarRepository, type ComparedPost } from './similar.repository.ts';

/** More would be no hint any more. */
const MOST = 3;

type Asked = RequestOf<typeof findSimilar>['body'];
type AskedBatch = RequestOf<typeof findSimilarToBatch>['body'];
export type Similar = ReturnType<typeof createSimilar>;

/** Whether something was published before, or is about to be. */
export function createSimilar(deps: { database: Database; links: MediaLinks }) {
  const { db } = deps.database;
  const repository = createSimilarRepository(db);
  const finding = createFinding(db);
  const present = createPresenter(deps.links);

  /** How each of these is shown; a post that has gone meanwhile is not. */
  async function shownOf(workspaceId: string, found: readonly Likeness[]) {
    const posts = await repository.posts(workspaceId, [...new Set(found.map(({ id }) => id))]);
    const byId = new Map(posts.map((post) => [post.id, post]));
    return (one: Likeness): SimilarPost[] => {
      const post = byId.get(one.id);
      return post === undefined ? [] : [present(post, one)];
    };
  }

  return {
    /** @throws AppError NOT_FOUND, of a post of another workspace too */
    async find({ workspaceId }: Member, asked: Asked): Promise<SimilarPost[]> {
      const { postId: but = null, sharing } = asked;
      const own = but === null ? undefined : await repository.own(workspaceId, but);
      if (but !== null && own === undefined) throw new AppError('NOT_FOUND');
      const named = asked.instagramAccountId ?? own?.account ?? null;
      const account = await accountByName(db, workspaceId, named);
      const fingerprints = asked.fingerprints ?? own?.fingerprints ?? [];
      const caption = asked.caption ?? own?.caption ?? '';
      const found = await finding.likeOne({ workspaceId, account, but }, { caption, fingerprints });
      const wanted = found.filter(
        ({ sharesMedia, sharesCaption }) =>
          sharing === undefined || (sharing === 'media' ? sharesMedia : sharesCaption),
      );
      const nearest = wanted.slice(0, MOST);
      return nearest.flatMap(await shownOf(workspaceId, nearest));
    },

    /** @throws AppError PLAN_REQUIRED */
    async findToBatch({ workspaceId }: Member, asked: AskedBatch): Promise<BatchSimilar[]> {
      await requirePlan(db, workspaceId, 'bulkUpload');
      const account = await accountByName(db, workspaceId, asked.instagramAccountId ?? null);
      const batch = await batchOf(asked);
      const nearest = await finding.likeEach({ workspaceId, account, but: null }, batch);
      const shown = await shownOf(
        workspaceId,
        nearest.filter((one) => one !== null),
      );
      const others = await repeatedWithin(batch);
      return nearest.map((one, index) => ({
        post: one === null ? null : (shown(one)[0] ?? null),
        other: others[index] ?? null,
      }));
    },
  };
}

const createPresenter =
  (links: MediaLinks) =>
  (post: ComparedPost, { sharesMedia, sharesCaption }: Likeness): SimilarPost => ({
    _id: post.id,
    mediaType: post.media_type,
    caption: post.caption,
    scheduledTime: post.scheduled_time.toISOString(),
    isPublished: post.status === 'published',
    permalink: post.permalink,
    thumbnailUrl:
      post.file_id !== null && post.has_thumbnail
        ? links.forOwner(post.file_id, 'thumbnail')
        : null,
    sharesMedia,
    sharesCaption,
  });
