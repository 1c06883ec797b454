import type { NewNotification } from '../notifications/notifications.repository.ts';
import type { PostEventKind } from './events.ts';
import { PREPARE_AHEAD_MS, SAFETY_CHECK_DELAY_MS } from './publishing.rules.ts';
import type { DisplayedIssue, Publication } from './state.ts';
import type { PostIssue } from './transitions.ts';

/** What must happen next; the writer hands it on in the transaction that writes the state. */
export type Effect =
  | { kind: 'history'; event: PostEventKind; detail?: Record<string, unknown> }
  /** In the history and, with the person who did it, in the audit log. */
  | { kind: 'action'; event: PostEventKind; detail?: Record<string, unknown> }
  | { kind: 'notify'; notification: NewNotification }
  /** The status page counts an end by our fault. */
  | { kind: 'count_failure' }
  /** The owner has resolved the block of the account on Instagram. */
  | { kind: 'lift_block' }
  /** The other containers of an unverifiable post may be out, as the one of its last call. */
  | { kind: 'discard_containers'; except: string | null }
  | { kind: 'adopt_containers'; ids: readonly string[] };

export interface Outcome {
  publication: Publication;
  effects: readonly Effect[];
  /** A worker that has the post in hand must not write any more. */
  isOvertaking: boolean;
}

const MINUTE_MS = 60_000;

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
export const latest = (one: Date, other: Date): Date => (one > other ? one : other);
export const earliest = (one: Date, other: Date): Date => (one < other ? one : other);

export const isPastDue = ({ post }: Publication, now: Date): boolean => post.dueAt <= now;

/** The first check of a post that is not prepared. */
export const firstCheckAt = ({ post }: Publication, now: Date): Date =>
  latest(now, after(post.dueAt, -PREPARE_AHEAD_MS));

/**
 * A post that awaits approval is checked at once and at its due time; one that may be published manually at
 * its due time, because only that check allows its claim.
 */
export function checkWhenPreparedAt({ post, holds }: Publication, now: Date): Date {
  const windowAt = after(post.dueAt, -PREPARE_AHEAD_MS);
  if (windowAt > after(now, MINUTE_MS)) return windowAt;
  if (holds.approval !== null) return now;
  const dueAt = latest(now, post.dueAt);
  return holds.manualPrompt === null ? after(dueAt, SAFETY_CHECK_DELAY_MS) : dueAt;
}

export const toIssue = (
  { code, cause, action }: Pick<PostIssue, 'code' | 'cause'> & { action: DisplayedIssue['action'] },
  forecastAt: Date | null = null,
): DisplayedIssue => ({ code, cause, action, forecastAt });
