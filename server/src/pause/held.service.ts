import { monthOf } from '@pontual/contract/brasilia-time.ts';
import type { DataOf, RequestOf } from '@pontual/contract/endpoint.ts';
import { HELD_MAX, type listHeld, type settleHeld } from '@pontual/contract/pause.ts';
import { horizonEnd, limitsByPlan } from '@pontual/contract/plans.ts';
import type { Member } from '../auth/auth.service.ts';
import type { Tx } from '../database/database.ts';
import { AppError } from '../http/app-error.ts';
import { excerptOf, postName } from '../notices/post-words.ts';
import { createEditingRepository } from '../posts/editing.repository.ts';
import { announce, type ChangeDependencies } from '../posts/posts.change.ts';
import { checkAccount } from '../posts/posts.accounts.ts';
import { checkFit, checkHour } from '../posts/posts.checks.ts';
import { contentOf } from '../posts/posts.content.ts';
import { databaseNow, holdWorkspace, hourFacts } from '../posts/posts.limits.ts';
import { createPostsRepository, type PostView } from '../posts/posts.repository.ts';
import { createPauseRepository } from './pause.repository.ts';
import { ownHours } from './pause.rules.ts';

type Settlement = RequestOf<typeof settleHeld>['body']['posts'][number];

/** @throws AppError those of an hour and of a post's fit */
async function checkSettling(tx: Tx, post: PostView, scheduledTime: Date): Promise<void> {
  const { workspace_id: workspaceId, demo } = post;
  checkFit(post.media_type, contentOf(post), post.media);
  await checkHour(tx, workspaceId, { scheduledTime, needsConnection: !demo });
  const account = post.account_chosen ? post.account : null;
  await checkAccount(tx, workspaceId, { account, demo });
}

/** Of many that are settled together, the one that stands in the way. */
function saidOf(post: PostView, error: AppError): AppError {
  const excerpt = excerptOf(post.caption, EXCERPT_LENGTH);
  const name = excerpt === undefined ? postName(post) : `${postName(post)} (“${excerpt}”)`;
  return new AppError(error.code, {
    message: `${name}: ${error.message} Nenhum post foi mudado.`,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
  });
}

/** No more of a caption than tells one post from another. */
const EXCERPT_LENGTH = 40;

export type HeldPosts = ReturnType<typeof createHeldPosts>;

/** The posts whose hour passed in a pause: none goes out before its owner has said when. */
export function createHeldPosts(
  deps: Pick<ChangeDependencies, 'database' | 'posts' | 'nudges' | 'ownerChanges'>,
) {
  const { database, posts, nudges, ownerChanges } = deps;

  /** @throws AppError NOT_FOUND and those of an hour and of a post's fit */
  async function settle(tx: Tx, workspaceId: string, { postId, scheduledTime }: Settlement) {
    const editing = createEditingRepository(tx);
    await editing.lock(workspaceId, postId);
    const held = createPauseRepository(tx);
    const post = await createPostsRepository(tx).find(workspaceId, postId);
    // Another window may have seen to it.
    if (post === undefined || !(await held.isHeld(postId))) throw new AppError('NOT_FOUND');
    if (scheduledTime === null) return held.leave(postId);
    const hour = new Date(scheduledTime);
    await checkSettling(tx, post, hour).catch((error: unknown) => {
      throw error instanceof AppError ? saidOf(post, error) : error;
    });
    await editing.writeHour(postId, hour);
    await ownerChanges.scheduled(tx, postId);
  }

  return {
    async list({ workspaceId }: Member): Promise<DataOf<typeof listHeld>> {
      const repository = createPauseRepository(database.db);
      const { held: total } = await repository.standing(workspaceId);
      const found = await repository.held(workspaceId, HELD_MAX);
      const scheduledTime = await databaseNow(database.db);
      const { now, plan } = await hourFacts(database.db, workspaceId, { scheduledTime });
      const { maxPosts, maxScheduleDays } = limitsByPlan[plan];
      const last = horizonEnd(now, maxScheduleDays);
      // To the end of the last one's month: a smaller plan may find more there than it allows.
      const counted = await repository.countedHours(
        workspaceId,
        monthOf(now).from,
        monthOf(last).to,
      );
      const hours = ownHours(found, { now, counted, maxPosts, last });
      const shown = await posts.findAll(
        workspaceId,
        found.map(({ id }) => id),
      );
      return {
        total,
        posts: found.flatMap(({ id }) => {
          const post = shown.get(id);
          const ownHour = hours.get(id)?.toISOString() ?? null;
          return post === undefined ? [] : [{ post, ownHour }];
        }),
      };
    },

    /**
     * All of them, or none.
     * @throws AppError NOT_FOUND, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED and those
     *   of a post's fit
     */
    async settle(
      { workspaceId }: Member,
      asked: readonly Settlement[],
    ): Promise<DataOf<typeof settleHeld>> {
      await database.inTransaction(async (tx) => {
        await holdWorkspace(tx, workspaceId);
        // In one order everywhere: two windows at once must not wait for each other.
        const sorted = asked.toSorted((a, b) => (a.postId < b.postId ? -1 : 1));
        for (const one of sorted) await settle(tx, workspaceId, one);
      });
      announce(nudges, workspaceId);
      const scheduled = asked.filter(({ scheduledTime }) => scheduledTime !== null).length;
      return { scheduled, left: asked.length - scheduled };
    },
  };
}
