import type { RequestOf } from '@pontual/contract/shared/endpoint.ts';
import type { SeriesInput } from '@pontual/contract/posts/series-rule.ts';
import type { schedulePost } from '@pontual/contract/posts/post-changes.ts';
import type { Approval, FirstCommentState } from '@pontual/contract/posts/posts.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import type { Member } from '../platform/http/authentication.ts';
import type { SeriesOccurrence } from './editing/editing.repository.ts';
import type { ListedPost } from './listing/posts.repository.ts';
import type { ScheduledPostInput } from './scheduling/scheduled-posts.ts';

/** Posts do not import `planning`; `composition/create-planning-port.ts` implements this port. */
export interface PlanningPort {
  approvals: {
    present(db: Db, post: ListedPost, reader: { userId: string }): Promise<Approval | null>;
    /** Where the team demands approvals, a post without one gets one. */
    demand(tx: Tx, postId: string): Promise<void>;
    /** Only when the content differs from the approved content. */
    reopen(tx: Tx, post: Pick<ListedPost, 'id' | 'workspace_id'>): Promise<void>;
    reopenAfterAccountChange(
      tx: Tx,
      workspaceId: string,
      postIds: readonly string[],
    ): Promise<void>;
  };
  pause: {
    isPaused(tx: Tx, workspaceId: string, at: Date): Promise<boolean>;
  };
  findFirstComment(db: Db, workspaceId: string, postId: string): Promise<FirstCommentState | null>;
  /** The preferred slot if it is free, else the next one. @throws AppError PLAN_REQUIRED, QUEUE_FULL */
  assignQueueSlot(db: Db | Tx, workspaceId: string, preferredTime: Date): Promise<Date>;
  series: SeriesPort;
}

/** Errors are those of the functions in `planning/series`. */
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
      post: ListedPost;
      timing: { scheduledTime: string; demo: boolean; queue: boolean };
      repeat: SeriesInput;
      scheduleFirstPost(series: SeriesOccurrence): Promise<void>;
    },
  ): Promise<void>;
  editFollowing(
    tx: Tx,
    post: ListedPost,
    edit: { isDueTimeChanged: boolean; newInstagramAccountId: string | null },
  ): Promise<void>;
  deleteFollowing(tx: Tx, post: ListedPost): Promise<void>;
  skipOccurrence(tx: Tx, post: ListedPost): Promise<void>;
  moveToConnectedAccount(
    tx: Tx,
    workspaceId: string,
    postIds: readonly string[] | undefined,
  ): Promise<void>;
}
