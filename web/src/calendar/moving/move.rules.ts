import { fromBrasilia, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { postPermissions } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import {
  earliestAfterLead,
  validateTime,
  type Bounds,
} from '../../composer/when/time-bounds.rules.ts';
import { toDueTimeFields } from '../../composer/when/due-time-fields.ts';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import type { DayKey } from '../../ui/dates/month-grid.ts';
import { getDueAt } from '../../posts/due-at.ts';

export interface MoveTarget {
  day: DayKey;
  /** Minutes from midnight in Brasília; null keeps the post's own time. */
  minute: number | null;
}

const MINUTE = 60_000;
const SNAP_MINUTES = 15;

/** A post without a due time cannot be moved. */
export function canMove(post: Post): boolean {
  return postPermissions[post.status].edit && getDueAt(post) !== null;
}

/** Keeps the seconds; null for a post without a due time. */
export function getMoveDueAt(post: Post, { day, minute }: MoveTarget): Date | null {
  const dueAt = getDueAt(post);
  if (dueAt === null) return null;
  const [year = 0, month = 1, number = 1] = day.split('-').map(Number);
  const currentClockTime = toBrasilia(dueAt);
  const clockTime =
    minute === null
      ? { hour: currentClockTime.hour, minute: currentClockTime.minute }
      : { hour: Math.floor(minute / 60), minute: minute % 60 };
  const whole = fromBrasilia({ year, month, day: number, ...clockTime });
  return new Date(whole.getTime() + (dueAt.getTime() % MINUTE));
}

export function snapToQuarter(minute: number): number {
  const last = 24 * 60 - SNAP_MINUTES;
  return Math.min(last, Math.max(0, Math.round(minute / SNAP_MINUTES) * SNAP_MINUTES));
}

/** Null when it can move. */
export function moveError(to: Date, now: Date, horizon: Bounds['horizon']): string | null {
  return validateTime(toDueTimeFields(to), now, { min: earliestAfterLead, horizon });
}

/** A failed post becomes scheduled again. */
export function movedPost(post: Post, to: Date): Post {
  const moved = { ...post, scheduledTime: to.toISOString() };
  return hasPublishingFailed(post)
    ? { ...moved, status: 'scheduled', errorMessage: null, errorAction: null, forecastAt: null }
    : moved;
}
