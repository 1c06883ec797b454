import { HELD_BY_PAUSE } from '@pontual/contract/posts/issue-codes.ts';
import { sql } from 'kysely';
import type { NewNotification } from '../notifications/notifications.repository.ts';
import type { Transition, PostIssue } from './transitions.ts';
import type { ClaimedPost } from './claimed-post.ts';
import { PREPARE_AHEAD_MS } from './publishing.rules.ts';
import { APPROVED_LATE, CHANGE_REQUESTED } from '@pontual/contract/posts/issue-codes.ts';
import { isAutomatic } from './manual-columns.ts';
import type { DisplayedIssue, PublicationPost, Publication } from './state.ts';

const isCoveredByPause = (dueAt: ReturnType<typeof sql>) =>
  sql`(z.until is null or ${dueAt} < z.until)`;

/** Of `posts p`: no pause holds or held it, it awaits no approval, and the engine publishes it. */
export const isPublishable = sql`${isAutomatic} and p.missed_at is null and p.awaiting_since is null and not exists (
            select from publishing_pauses z
            where z.workspace_id = p.workspace_id and ${isCoveredByPause(sql`p.scheduled_time`)})`;

export const isPausedNow = (workspaceId: ReturnType<typeof sql>) => sql`exists (
  select from publishing_pauses z
  where z.workspace_id = ${workspaceId} and ${isCoveredByPause(sql`app_now()`)})`;

export const pauseId = sql`(
  select z.id from publishing_pauses z
  where z.workspace_id = posts.workspace_id and ${isCoveredByPause(sql`posts.scheduled_time`)})`;

export const PAUSED = 'paused';
const pausedIssue: PostIssue = {
  code: PAUSED,
  cause: 'As publicações estão pausadas. Na hora deste post, ele não sai.',
  action: 'wait',
};

export const HELD_BY_PAUSE_CAUSE =
  'As publicações estavam pausadas na hora deste post, e ele não saiu.';

/** Returns a missed post to its author. One that was approved too late keeps that issue, and its pause does not count. */
export function leftToAuthor(publication: Publication, now: Date): Publication {
  const { holds, issue } = publication;
  const draft = { ...publication, state: { kind: 'draft' } } as const;
  if (issue?.code === APPROVED_LATE) {
    return { ...draft, issue: { ...issue, forecastAt: null }, holds: { ...holds, missed: null } };
  }
  const missed = holds.missed ?? { at: now };
  return { ...draft, issue: heldIssue, holds: { ...holds, missed } };
}

const heldIssue: DisplayedIssue = {
  code: HELD_BY_PAUSE,
  cause: HELD_BY_PAUSE_CAUSE,
  action: null,
  forecastAt: null,
};

/** Only the first post of a pause sends a notification, which also covers the others. */
export const pauseHoldNotification = (
  { id, workspaceId }: Pick<PublicationPost, 'id' | 'workspaceId'>,
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

/** An outage window is still reconciled, because that only reads. */
export function transitionWhilePaused(post: ClaimedPost): Transition | undefined {
  const isHeldByPause = post.pause_id !== null || post.missed_at !== null;
  if (!isHeldByPause || post.outage_since !== null) return undefined;
  if (post.due_in_ms <= 0) {
    const isNotified = post.error_code === APPROVED_LATE;
    return { kind: 'held', pauseId: post.pause_id, isNotified };
  }
  if (post.pause_id === null) return undefined;
  // The pause may end before the due time, by which the post must be prepared.
  const ms = post.due_in_ms > PREPARE_AHEAD_MS ? post.due_in_ms - PREPARE_AHEAD_MS : post.due_in_ms;
  // A requested change must still be visible after the pause.
  if (post.error_code === CHANGE_REQUESTED) return { kind: 'wait', ms, keepsIssue: true };
  return { kind: 'wait', ms, issue: pausedIssue };
}

/** If the pause still covers the post, the issue appears again before its due time. */
export const withoutPausedIssue = (publication: Publication): Publication =>
  publication.issue?.code === PAUSED ? { ...publication, issue: null } : publication;
