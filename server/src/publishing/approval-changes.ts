import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { prepareAhead, firstCheckAt, takeFence, type ApplyChange } from './apply-change.ts';
import { approvalCodes } from '@pontual/contract/posts/issue-codes.ts';
import type { PostEventKind } from './events.ts';
import { nextCheckWhenPrepared } from './transition-columns.ts';
import { unverifiable, type PostIssue } from './transitions.ts';

const hasApprovalIssue = sql`coalesce(error_code = any(${[...approvalCodes]}), false)`;
const clearApprovalIssue = sql`
  error_message = case when ${hasApprovalIssue} then null else error_message end,
  error_action = case when ${hasApprovalIssue} then null else error_action end,
  error_code = case when ${hasApprovalIssue} then null else error_code end`;

const nextCheckAt = sql`case when stage = 'idle' then null
  when scheduled_time < app_now() + ${prepareAhead} then app_now()
  when stage = 'prepared' then ${nextCheckWhenPrepared} else ${firstCheckAt} end`;
const scheduleNextCheck = sql`next_look_at = ${nextCheckAt}`;
/** While it is looked for it is held, so that nothing publishes it once it is known that it is not out. */
const returnToDraft = sql`
  held_at = case when unseen_since is null then held_at else coalesce(held_at, app_now()) end,
  next_look_at = case when unseen_since is not null then ${nextCheckAt} end,
  stage = case when unseen_since is null then 'idle' else stage end,
  status = case when unseen_since is null then 'draft' else status end`;

/** Nobody knows whether it is out: what is said of approvals never takes that warning's place. */
const isUnverifiable = sql`error_code is not distinct from ${unverifiable.issue.code}`;
const setApprovalIssue = ({ code, cause, action }: PostIssue) => sql`
  error_message = case when ${isUnverifiable} then error_message else ${cause} end,
  error_action = case when ${isUnverifiable} then error_action else ${action} end,
  forecast_at = null,
  error_code = case when ${isUnverifiable} then error_code else ${code} end`;

interface ApprovalEvent {
  kind: Extract<PostEventKind, 'approved' | 'change_asked' | `approval_${string}`>;
  detail?: Record<string, unknown>;
}

/** What is to be approved again waits anew: its owner, who has just changed it, is reminded again later. */
const awaitingSince = ({ kind }: ApprovalEvent) =>
  kind === 'approval_reopened' ? sql`app_now()` : sql`coalesce(awaiting_since, app_now())`;

/** What an approval means for the engine; the caller holds the post as for any change (owner-changes.ts). */
export const createApprovalChanges = (applyChange: ApplyChange) => ({
  /**
   * It needs an approval of what it says now. Whatever is prepared stays; whoever wrote its intent
   * before has won.
   */
  onApprovalRequired: (tx: Tx, postId: string, event: ApprovalEvent, issue?: PostIssue) =>
    applyChange(
      tx,
      postId,
      sql`awaiting_since = ${awaitingSince(event)}, ${takeFence},
          next_look_at = case when stage <> 'idle' then ${firstCheckAt} end,
          ${issue === undefined ? clearApprovalIssue : setApprovalIssue(issue)}`,
      event,
    ),

  /**
   * Nobody has to approve it any more. What it says of that is put away. Where it comes too late, which
   * `tooLate` says in its place, it is a draft; what may have gone out unseen is still looked for.
   */
  onApprovalReleased: (tx: Tx, postId: string, event: ApprovalEvent, tooLateIssue?: PostIssue) =>
    applyChange(
      tx,
      postId,
      sql`awaiting_since = null, ${takeFence},
          ${tooLateIssue === undefined ? sql`${scheduleNextCheck}, ${clearApprovalIssue}` : sql`${returnToDraft}, ${setApprovalIssue(tooLateIssue)}`}`,
      event,
    ),
});
