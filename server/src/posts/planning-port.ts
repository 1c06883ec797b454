import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { SeriesInput } from '@pontual/contract/posts/series-rule.ts';
import type { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import type { Approval, FirstCommentState } from '@pontual/contract/posts/posts.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Member } from '../platform/http/authentication.ts';
import type { SeriesOccurrence } from './editing/editing.repository.ts';
import type { PostView } from './listing/posts.repository.ts';
import type { ScheduledPostInput } from './scheduling/scheduled-posts.ts';

/**
 * What planning adds to a post: approvals, pauses, first comments, queue slots and series. Posts call
 * it and do not know planning; `composition/create-planning-port.ts` fills it.
 */
export interface PlanningPort {
  approvals: {
    present(db: Db, post: PostView): Promise<Approval | null>;
    /** Asks for a new approval if the content differs from what was approved. */
    reopen(tx: Tx, post: Pick<PostView, 'id' | 'workspace_id'>): Promise<void>;
    /** The same for posts that were approved for another Instagram account. */
    reopenAfterAccountChange(
      tx: Tx,
      workspaceId: string,
      postIds: readonly string[],
    ): Promise<void>;
  };
  pause: {
    isPaused(tx: Tx, workspaceId: string, at: Date): Promise<boolean>;
    /** The sentence that a scheduled post is accepted with while its workspace is paused. */
    findWarning(db: Db, workspaceId: string, postId: string): Promise<string | null>;
  };
  findFirstComment(db: Db, workspaceId: string, postId: string): Promise<FirstCommentState | null>;
  /**
   * The queue slot of one more post: the preferred one while it is free, else the next.
   * @throws AppError PLAN_REQUIRED, QUEUE_FULL
   */
  assignQueueSlot(db: Db | Tx, workspaceId: string, preferredTime: Date): Promise<Date>;
  series: SeriesPort;
}

/** What recurring posts add. Errors are those of the functions in `planning/series`. */
interface SeriesPort {
  checkRepeat(
    db: Db,
    workspaceId: string,
    request: Pick<
      RequestOf<typeof schedulePost>['body'],
      'repeat' | 'scheduledTime' | 'queue' | 'demo'
    >,
  ): Promise<void>;
  start(
    tx: Tx,
    member: Member,
    input: { post: ScheduledPostInput; repeat: SeriesInput },
  ): Promise<void>;
  startFromDraft(
    tx: Tx,
    member: Member,
    draft: {
      post: PostView;
      timing: { scheduledTime: string; demo: boolean; queue: boolean };
      repeat: SeriesInput;
      scheduleFirstPost(series: SeriesOccurrence): Promise<void>;
    },
  ): Promise<void>;
  editFollowing(
    tx: Tx,
    post: PostView,
    edit: { isDueTimeChanged: boolean; newInstagramAccountId: string | null },
  ): Promise<void>;
  deleteFollowing(tx: Tx, post: PostView): Promise<void>;
  skipOccurrence(tx: Tx, post: PostView): Promise<void>;
  moveToConnectedAccount(
    tx: Tx,
    workspaceId: string,
    postIds: readonly string[] | undefined,
  ): Promise<void>;
}
