import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { ahead, firstLook, taken, type Apply } from './applying.ts';
import { approvalCodes } from './awaiting.ts';
import type { PostEventKind } from './events.ts';
import { lookWhenPrepared } from './move-columns.ts';
import { unverifiable, type Problem } from './moves.ts';

const ofApproval = sql`coalesce(error_code = any(${[...approvalCodes]}), false)`;
const noWordOfApproval = sql`
  error_message = case when ${ofApproval} then null else error_message end,
  error_action = case when ${ofApproval} then null else error_action end,
  error_code = case when ${ofApproval} then null else error_code end`;

const nextLook = sql`case when stage = 'idle' then null
  when scheduled_time < app_now() + ${ahead} then app_now()
  when stage = 'prepared' then ${lookWhenPrepared} else ${firstLook} end`;
const goesOn = sql`next_look_at = ${nextLook}`;
/** While it is looked for it is held, so that nothing publishes it once it is known that it is not out. */
const isDraftAgain = sql`
  held_at = case when unseen_since is null then held_at else coalesce(held_at, app_now()) end,
  next_look_at = case when unseen_since is not null then ${nextLook} end,
  stage = case when unseen_since is null then 'idle' else stage end,
  status = case when unseen_since is null then 'draft' else status end`;

/** Nobody knows whether it is out: what is said of approvals never takes that warning's place. */
const isUnclear = sql`error_code is not distinct from ${unverifiable.problem.code}`;
const sayOf = ({ code, cause, action }: Problem) => sql`
  error_message = case when ${isUnclear} then error_message else ${cause} end,
  error_action = case when ${isUnclear} then error_action else ${action} end,
  forecast_at = null,
  error_code = case when ${isUnclear} then error_code else ${code} end`;

interface ApprovalEvent {
  kind: Extract<PostEventKind, 'approved' | 'change_asked' | `approval_${string}`>;
  detail?: Record<string, unknown>;
}

/** What is to be approved again waits anew: its owner, who has just changed it, is reminded again later. */
const since = ({ kind }: ApprovalEvent) =>
  kind === 'approval_reopened' ? sql`app_now()` : sql`coalesce(awaiting_since, app_now())`;

/** What an approval means for the engine; the caller holds the post as for any change (owner-changes.ts). */
export const approvalChanges = (apply: Apply) => ({
  /**
   * It needs an approval of what it says now. Whatever is prepared stays; whoever wrote its intent
   * before has won.
   */
  awaited: (tx: Tx, postId: string, event: ApprovalEvent, problem?: Problem) =>
    apply(
      tx,
      postId,
      sql`awaiting_since = ${since(event)}, ${taken},
          next_look_at = case when stage <> 'idle' then ${firstLook} end,
          ${problem === undefined ? noWordOfApproval : sayOf(problem)}`,
      event,
    ),

  /**
   * Nobody has to approve it any more. What it says of that is put away. Where it comes too late, which
   * `tooLate` says in its place, it is a draft; what may have gone out unseen is still looked for.
   */
  released: (tx: Tx, postId: string, event: ApprovalEvent, tooLate?: Problem) =>
    apply(
      tx,
      postId,
      sql`awaiting_since = null, ${taken},
          ${tooLate === undefined ? sql`${goesOn}, ${noWordOfApproval}` : sql`${isDraftAgain}, ${sayOf(tooLate)}`}`,
      event,
    ),
});
