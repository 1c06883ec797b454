import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';
import { sql } from 'kysely';
import type { NewNotification } from '../notifications/notifications.repository.ts';
import type { Transition, PostIssue } from './transitions.ts';
import type { ClaimedPost } from './claimed-post.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';
import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { isAutomatic } from './manual-columns.ts';
import type { FencedPost } from './fenced-post.ts';

/** Of `publishing_pauses z`: a post of this hour is meant. Whatever is left of an ended one is not. */
const isCoveredByPause = (dueAt: ReturnType<typeof sql>) =>
  sql`(z.until is null or ${dueAt} < z.until)`;

/**
 * Of `posts p`: no pause has it stay, and none had; nobody still has to approve it, and nobody publishes it
 * by hand.
 */
export const isPublishable = sql`${isAutomatic} and p.held_at is null and p.awaiting_since is null and not exists (
            select from publishing_pauses z
            where z.workspace_id = p.workspace_id and ${isCoveredByPause(sql`p.scheduled_time`)})`;

/** Nothing of the workspace goes out at this moment. */
export const isPausedNow = (workspaceId: ReturnType<typeof sql>) => sql`exists (
  select from publishing_pauses z
  where z.workspace_id = ${workspaceId} and ${isCoveredByPause(sql`app_now()`)})`;

/** Of `posts`: the pause that its hour is in. */
export const pauseId = sql`(
  select z.id from publishing_pauses z
  where z.workspace_id = posts.workspace_id and ${isCoveredByPause(sql`posts.scheduled_time`)})`;

/** What a post that a pause will have stay says meanwhile. */
export const PAUSED = 'paused';
const pausedIssue: PostIssue = {
  code: PAUSED,
  cause: 'As publicações estão pausadas. Na hora deste post, ele não sai.',
  action: 'wait',
};

export const HELD_BY_PAUSE_CAUSE =
  'As publicações estavam pausadas na hora deste post, e ele não saiu.';
const isApprovedLate = sql`posts.error_code is not distinct from ${APPROVED_LATE}`;
/**
 * A draft like any other, but for the word that its owner still owes it. What was approved too late, and was
 * held until it was known that it is not out, is no post of a pause.
 */
export const pauseHoldColumns = sql`
  stage = 'idle', status = 'draft', next_look_at = null, forecast_at = null,
  held_at = case when ${isApprovedLate} then null else coalesce(held_at, app_now()) end,
  error_code = case when ${isApprovedLate} then posts.error_code else ${HELD_BY_PAUSE} end,
  error_action = case when ${isApprovedLate} then posts.error_action end,
  error_message = case when ${isApprovedLate} then posts.error_message else ${HELD_BY_PAUSE_CAUSE} end`;

/** The first of a pause is told, and says what becomes of the others. */
export const pauseHoldNotification = (
  { id, workspace_id: workspaceId }: FencedPost,
  pause: string | null,
): NewNotification => ({
  workspaceId,
  postId: id,
  dedupeKey: `held:${pause ?? id}`,
  code: HELD_BY_PAUSE,
  message:
    'As publicações estavam pausadas na hora deste post. Ele não saiu e voltou aos rascunhos, como os outros cuja hora passar na pausa. Escolha novos horários no Calendário.',
  action: 'wait',
});

/**
 * What a step comes to in a pause: nothing is made ready, and what is past its hour goes back to the
 * drafts. What may have gone out unseen is looked for all the same: that only reads.
 */
export function transitionWhilePaused(post: ClaimedPost): Transition | undefined {
  const isHeldByPause = post.pause_id !== null || post.held_at !== null;
  if (!isHeldByPause || post.unseen_since !== null) return undefined;
  if (post.due_in_ms <= 0) {
    const isNotified = post.error_code === APPROVED_LATE;
    return { kind: 'held', pauseId: post.pause_id, isNotified };
  }
  // Its owner has given it another hour since.
  if (post.pause_id === null) return undefined;
  // The pause may end before its hour, by which it is to be ready.
  const ms = post.due_in_ms > PREPARE_AHEAD_MS ? post.due_in_ms - PREPARE_AHEAD_MS : post.due_in_ms;
  // What somebody asked to be changed is still to be read when the pause is over.
  if (post.error_code === CHANGE_REQUESTED) return { kind: 'wait', ms, keepsIssue: true };
  return { kind: 'wait', ms, issue: pausedIssue };
}

/** Words of a pause that the post has left; where it has not, they are said again before its hour. */
export const clearPausedIssue = sql`
  error_code = nullif(error_code, ${PAUSED}),
  error_message = case when error_code = ${PAUSED} then null else error_message end,
  error_action = case when error_code = ${PAUSED} then null else error_action end`;
