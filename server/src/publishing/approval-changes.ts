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

const nextCheckAt = sql`case when publication_state = 'idle' then null
  when scheduled_time < app_now() + ${prepareAhead} then app_now()
  when publication_state = 'prepared' then ${nextCheckWhenPrepared} else ${firstCheckAt} end`;
const scheduleNextCheck = sql`next_step_at = ${nextCheckAt}`;
/** A post in an outage window gets a hold, so that it is not published once the window is reconciled. */
const returnToDraft = sql`
  missed_at = case when outage_since is null then missed_at else coalesce(missed_at, app_now()) end,
  next_step_at = case when outage_since is not null then ${nextCheckAt} end,
  publication_state = case when outage_since is null then 'idle' else publication_state end,
  status = case when outage_since is null then 'draft' else status end`;

/** An approval issue never replaces the warning of a post with an unverifiable outcome. */
const isUnverifiable = sql`error_code is not distinct from ${unverifiable.issue.code}`;
const setApprovalIssue = ({ code, cause, action }: PostIssue) => sql`
  error_message = case when ${isUnverifiable} then error_message else ${cause} end,
  error_action = case when ${isUnverifiable} then error_action else ${action} end,
  forecast_at = null,
  error_code = case when ${isUnverifiable} then error_code else ${code} end`;

interface ApprovalEvent {
  kind: Extract<PostEventKind, 'approved' | 'change_requested' | `approval_${string}`>;
  detail?: Record<string, unknown>;
}

/** A reopened approval counts from now: its owner, who has just changed the post, is reminded later. */
const awaitingSince = ({ kind }: ApprovalEvent) =>
  kind === 'approval_reopened' ? sql`app_now()` : sql`coalesce(awaiting_since, app_now())`;

/** The caller locks the post as for any change (owner-changes.ts). */
export const createApprovalChanges = (applyChange: ApplyChange) => ({
  /** The prepared container stays; an intent that was written before wins. */
  onApprovalRequired: (tx: Tx, postId: string, event: ApprovalEvent, issue?: PostIssue) =>
    applyChange(
      tx,
      postId,
      sql`awaiting_since = ${awaitingSince(event)}, ${takeFence},
          next_step_at = case when publication_state <> 'idle' then ${firstCheckAt} end,
          ${issue === undefined ? clearApprovalIssue : setApprovalIssue(issue)}`,
      event,
    ),

  /** With `tooLateIssue` the post becomes a draft; an outage window is still reconciled. */
  onApprovalReleased: (tx: Tx, postId: string, event: ApprovalEvent, tooLateIssue?: PostIssue) =>
    applyChange(
      tx,
      postId,
      sql`awaiting_since = null, ${takeFence},
          ${tooLateIssue === undefined ? sql`${scheduleNextCheck}, ${clearApprovalIssue}` : sql`${returnToDraft}, ${setApprovalIssue(tooLateIssue)}`}`,
      event,
    ),
});
