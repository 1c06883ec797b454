import { monthOf } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf, RequestOf } from '@pontual/contract/shared/endpoint.ts';
import {
  MISSED_POSTS_MAX,
  type listHeldPosts,
  type rescheduleHeldPosts,
} from '@pontual/contract/planning/pause.ts';
import { horizonEnd, limitsByPlan } from '@pontual/contract/billing/plans.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { excerptOf, postName } from '../../notifications/post-label.presenter.ts';
import { createEditingRepository } from '../../posts/editing/editing.repository.ts';
import { sendWakeUps, type ChangeDependencies } from '../../posts/editing/change.ts';
import { checkInstagramAccount } from '../../posts/content/instagram-account.ts';
import { checkDueTime, checkFirstComment, checkPublishable } from '../../posts/content/checks.ts';
import { contentOf, emptyContent } from '../../posts/content/content.ts';
import { loadSchedulingFacts } from '../../posts/scheduling/limits.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { createPostsRepository, type ListedPost } from '../../posts/listing/posts.repository.ts';
import { createPauseRepository } from './pause.repository.ts';
import { proposeDueTimes } from './pause.rules.ts';

type RescheduleInput = RequestOf<typeof rescheduleHeldPosts>['body']['posts'][number];

/** @throws AppError FIRST_COMMENT_UNAVAILABLE, the errors of a due time and of a post's fit */
async function checkReschedule(
  tx: Tx,
  deps: Pick<ChangeDependencies, 'commentOffer' | 'instagramLimits'>,
  post: ListedPost,
  scheduledTime: Date,
): Promise<void> {
  const { workspace_id: workspaceId, demo } = post;
  const content = contentOf(post);
  checkPublishable(deps.instagramLimits, post.media_type, content, post.media);
  const target = { workspaceId, account: post.account };
  await checkFirstComment(deps, tx, target, { before: emptyContent, after: content });
  const facts = await checkDueTime(tx, workspaceId, { scheduledTime, needsConnection: !demo });
  const instagramAccountId = post.account_chosen ? post.account : null;
  checkInstagramAccount(facts, { instagramAccountId, demo });
}

/** Several posts are rescheduled together, so the error names its post. */
function withPostName(post: ListedPost, error: AppError): AppError {
  const excerpt = excerptOf(post.caption, EXCERPT_LENGTH);
  const name = excerpt === undefined ? postName(post) : `${postName(post)} (“${excerpt}”)`;
  return new AppError(error.code, {
    message: `${name}: ${error.message} Nenhum post foi mudado.`,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
  });
}

const EXCERPT_LENGTH = 40;

export type MissedPosts = ReturnType<typeof createMissedPosts>;

export function createMissedPosts(
  deps: Pick<
    ChangeDependencies,
    'database' | 'posts' | 'wakeUps' | 'ownerChanges' | 'commentOffer' | 'instagramLimits'
  >,
) {
  const { database, posts, wakeUps, ownerChanges } = deps;

  async function reschedule(
    tx: Tx,
    workspaceId: string,
    { postId, scheduledTime }: RescheduleInput,
  ) {
    const editing = createEditingRepository(tx);
    await editing.lock(workspaceId, postId);
    const pauses = createPauseRepository(tx);
    const post = await createPostsRepository(tx).find(workspaceId, postId);
    // Another window may have rescheduled the post.
    if (post === undefined || !(await pauses.isMissed(postId))) throw new AppError('NOT_FOUND');
    if (scheduledTime === null) return ownerChanges.apply(tx, postId, { kind: 'left_as_draft' });
    const dueTime = new Date(scheduledTime);
    await checkReschedule(tx, deps, post, dueTime).catch((error: unknown) => {
      throw error instanceof AppError ? withPostName(post, error) : error;
    });
    await editing.writeDueTime(postId, dueTime);
    await ownerChanges.onScheduled(tx, postId);
  }

  return {
    async list({ workspaceId }: Member): Promise<DataOf<typeof listHeldPosts>> {
      const repository = createPauseRepository(database.db);
      const { held: total } = await repository.findStatus(workspaceId);
      const found = await repository.findMissed(workspaceId, MISSED_POSTS_MAX);
      const scheduledTime = await databaseNow(database.db);
      const { now, plan } = await loadSchedulingFacts(database.db, workspaceId, { scheduledTime });
      const { maxPosts, maxScheduleDays } = limitsByPlan[plan];
      const horizon = horizonEnd(now, maxScheduleDays);
      // A smaller plan may find more posts in the month of the horizon than it allows.
      const counted = await repository.findCountedDueTimes(
        workspaceId,
        monthOf(now).from,
        monthOf(horizon).to,
      );
      const proposedTimes = proposeDueTimes(found, { now, counted, maxPosts, last: horizon });
      const shown = await posts.findAll(
        workspaceId,
        found.map(({ id }) => id),
      );
      return {
        total,
        posts: found.flatMap(({ id }) => {
          const post = shown.get(id);
          const proposedTime = proposedTimes.get(id)?.toISOString() ?? null;
          return post === undefined ? [] : [{ post, proposedTime }];
        }),
      };
    },

    /**
     * Reschedules all of the posts or none; `left` stay drafts.
     * @throws AppError NOT_FOUND, SCHEDULED_TIME_PAST, LIMIT_EXCEEDED, INSTAGRAM_NOT_CONNECTED,
     * FIRST_COMMENT_UNAVAILABLE and the errors of a post's fit
     */
    async reschedule(
      { workspaceId }: Member,
      inputs: readonly RescheduleInput[],
    ): Promise<DataOf<typeof rescheduleHeldPosts>> {
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        // The same order of locks in every request, so that two windows cannot deadlock.
        const sorted = inputs.toSorted((a, b) => (a.postId < b.postId ? -1 : 1));
        for (const one of sorted) await reschedule(tx, workspaceId, one);
      });
      sendWakeUps(wakeUps, workspaceId);
      const scheduled = inputs.filter(({ scheduledTime }) => scheduledTime !== null).length;
      return { scheduled, left: inputs.length - scheduled };
    },
  };
}
