import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ConnectedAccount, InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { InstagramComments } from '../../instagram/graph/comments.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import { NotSentError } from '../../instagram/graph/transport.ts';
import type { Log } from '../../platform/log/log.ts';
import { notify } from '../../notifications/notify.ts';
import { writeEvents } from '../../publishing/store/events.repository.ts';
import { createFirstCommentsRepository, type ClaimedComment } from './first-comments.repository.ts';
import {
  CLOCK_SKEW_MS,
  INTENT_DEADLINE_MS,
  QUIESCENCE_MS,
} from '../../publishing/publishing.rules.ts';
import {
  appThrottled,
  decideAfterIssue,
  reconnectNeeded,
  postDeleted,
  postNotFound,
  timedOut,
  throttled,
  THROTTLED_RETRY_MS,
  findOwnComment,
  retryDelay,
  commentUnanswered,
  unknownMedia,
  type CommentIssue,
} from './first-comments.rules.ts';
import { FIRST_COMMENT_FAILED } from '@pontual/contract/posts/issue-codes.ts';

/** `wasSent`: a call may have taken effect, and the next pass searches for the comment. */
type Outcome =
  | { kind: 'published'; commentId: string }
  | { kind: 'wait'; ms: number; issue: CommentIssue; wasSent: boolean }
  | { kind: 'failed'; issue: CommentIssue; wasSent: boolean };

export interface FirstCommentWriterDependencies {
  database: Database;
  accounts: Pick<InstagramAccounts, 'accountToRead'>;
  comments: InstagramComments;
  clock: Clock;
  log: Log;
}

/** Writes each comment once: before a retry it searches for one that may already be there. */
export function createFirstCommentWriter(deps: FirstCommentWriterDependencies) {
  const { database, accounts, comments, clock, log } = deps;
  const repository = createFirstCommentsRepository(database.db);

  /** An earlier pass, a worker before a restored backup or the owner may have written it. */
  async function findExistingComment(
    claimed: ClaimedComment,
    account: ConnectedAccount,
    mediaId: string,
  ) {
    const { may_be_there: mayBeThere, text } = claimed;
    if (!mayBeThere) return undefined;
    const since = new Date(claimed.since.getTime() - CLOCK_SKEW_MS);
    const found = await comments.since(account, mediaId, since);
    return findOwnComment(found, { text, username: account.username });
  }

  async function write(claimed: ClaimedComment, account: ConnectedAccount, mediaId: string) {
    const startedAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
    // The monotonic clock may stop while the machine sleeps.
    const isStale = () =>
      clock.monotonicMs() - startedAt.monotonicMs > INTENT_DEADLINE_MS ||
      clock.now().getTime() - startedAt.wallMs > INTENT_DEADLINE_MS;
    if (!(await repository.recordIntent(claimed))) return undefined;
    return comments.write(account, mediaId, claimed.text, () => !isStale());
  }

  async function attemptWrite(
    claimed: ClaimedComment,
    account: ConnectedAccount,
    mediaId: string,
  ): Promise<Outcome | undefined> {
    const wasSent = claimed.intent_at !== null;
    let isWriting = false;
    try {
      const existing = await findExistingComment(claimed, account, mediaId);
      if (existing !== undefined) return { kind: 'published', commentId: existing.id };
      const remainingMs = QUIESCENCE_MS - (claimed.intent_age_ms ?? QUIESCENCE_MS);
      if (remainingMs > 0)
        return { kind: 'wait', ms: remainingMs, issue: commentUnanswered, wasSent: true };
      if (claimed.is_over) return { kind: 'failed', issue: timedOut, wasSent: false };
      isWriting = true;
      const commentId = await write(claimed, account, mediaId);
      return commentId === undefined ? undefined : { kind: 'published', commentId };
    } catch (error) {
      const outcome = outcomeAfterFailure(error, claimed, isWriting);
      log.info({ error, postId: claimed.post_id }, 'a comment was not written');
      if (outcome.kind !== 'wait' || !claimed.is_over) return outcome;
      const issue = outcome.issue === postNotFound ? postDeleted : timedOut;
      return { kind: 'failed', issue, wasSent: outcome.wasSent || wasSent };
    }
  }

  async function decideOutcome(claimed: ClaimedComment): Promise<Outcome | undefined> {
    const { ig_user_id: igUserId, media_id: mediaId, workspace_id: workspaceId } = claimed;
    const wasSent = claimed.intent_at !== null;
    if (igUserId === null || mediaId === null)
      return { kind: 'failed', issue: unknownMedia, wasSent };
    const account = await accounts.accountToRead(workspaceId, igUserId);
    if (account === undefined || account.isEnded || account.holdReason === 'reconnect') {
      return { kind: 'failed', issue: reconnectNeeded, wasSent };
    }
    const isThrottled = account.holdReason !== null && account.holdReason !== 'quota';
    if (!isThrottled) return attemptWrite(claimed, account, mediaId);
    return claimed.is_over
      ? { kind: 'failed', issue: timedOut, wasSent }
      : {
          kind: 'wait',
          ms: account.throttledForMs ?? THROTTLED_RETRY_MS,
          issue: account.holdReason === 'app_limited' ? appThrottled : throttled,
          wasSent,
        };
  }

  async function record(claimed: ClaimedComment, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'wait') return repository.postpone(claimed, outcome);
    const { post_id: postId, workspace_id: workspaceId } = claimed;
    await database.inTransaction(async (tx) => {
      const end = outcome.kind === 'published' ? { commentId: outcome.commentId } : outcome;
      if (!(await createFirstCommentsRepository(tx).end(claimed, end))) return;
      if (outcome.kind === 'published') return writeEvents(tx, [{ postId, kind: 'commented' }]);
      const { reason, action } = outcome.issue;
      await writeEvents(tx, [{ postId, kind: 'not_commented', detail: { cause: reason } }]);
      await notify(tx, {
        kind: 'issue',
        workspaceId,
        postId,
        dedupeKey: `${FIRST_COMMENT_FAILED}:${notificationKey(claimed, action, clock.now())}`,
        code: FIRST_COMMENT_FAILED,
        message: reason,
        action: action ?? 'wait',
      });
    });
  }

  /**
   * Returns the workspace id when the outcome is recorded. Our own errors are thrown, and the next pass
   * searches for a written comment.
   */
  return async function writeNextComment(postId: string): Promise<string | undefined> {
    const claimed = await repository.claim(postId);
    if (claimed === undefined) return undefined;
    const outcome = await decideOutcome(claimed);
    if (outcome === undefined) return undefined;
    await record(claimed, outcome);
    return claimed.workspace_id;
  };
}

/** A reconnection fixes all comments of a day, so they share one notification. */
const notificationKey = (
  claimed: ClaimedComment,
  action: CommentIssue['action'],
  now: Date,
): string =>
  action === 'reconnect'
    ? `${claimed.workspace_id}:${claimed.ig_user_id}:${dayKey(now)}`
    : `${claimed.post_id}:${claimed.fence}`;

function outcomeAfterFailure(error: unknown, claimed: ClaimedComment, wasSent: boolean): Outcome {
  const delayMs = retryDelay(claimed.attempts);
  if (error instanceof NotSentError) {
    return { kind: 'wait', ms: delayMs, issue: commentUnanswered, wasSent: false };
  }
  if (!(error instanceof InstagramError)) throw error;
  const decision = decideAfterIssue(error.issue);
  // A failed read says nothing about a call that was sent before.
  const mayBeThere = wasSent ? decision.kind === 'unknown' : claimed.intent_at !== null;
  switch (decision.kind) {
    case 'unknown':
      return {
        kind: 'wait',
        ms: wasSent ? Math.max(delayMs, QUIESCENCE_MS) : delayMs,
        issue: commentUnanswered,
        wasSent: mayBeThere,
      };
    case 'wait':
      return {
        kind: 'wait',
        ms: decision.ms ?? THROTTLED_RETRY_MS,
        issue: decision.issue,
        wasSent: mayBeThere,
      };
    case 'end':
      return { kind: 'failed', issue: decision.issue, wasSent: mayBeThere };
  }
}
