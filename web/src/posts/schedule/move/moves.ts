import { fromBrasilia, toBrasilia } from '@pontual/contract/brasilia-time.ts';
import { postCan } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { afterLead, faultOfTime, type Bounds } from '../../create/when/bounds.ts';
import { toFields } from '../../create/when/wall-fields.ts';
import { didNotGoOut } from '../../mending.ts';
import type { DayKey } from '../month-grid.ts';
import { plannedAt } from '../timeline-groups.ts';

/** Where a post is put down. */
export interface Place {
  day: DayKey;
  /** From midnight on Brasília's clock; null keeps the post's own hour. */
  minute: number | null;
}

const MINUTE = 60_000;
/** Minutes to which a drop in the week is rounded. */
const STEP = 15;

/** Whether a post that has an hour may be given another one. */
export function canMove(post: Post): boolean {
  return postCan[post.status].edit && plannedAt(post) !== null;
}

/** The instant that a post has at a place; its seconds stay. Null for a post without an hour. */
export function instantAt(post: Post, { day, minute }: Place): Date | null {
  const planned = plannedAt(post);
  if (planned === null) return null;
  const [year = 0, month = 1, number = 1] = day.split('-').map(Number);
  const own = toBrasilia(planned);
  const wall =
    minute === null
      ? { hour: own.hour, minute: own.minute }
      : { hour: Math.floor(minute / 60), minute: minute % 60 };
  const whole = fromBrasilia({ year, month, day: number, ...wall });
  return new Date(whole.getTime() + (planned.getTime() % MINUTE));
}

/** The quarter of an hour nearest to a minute of the day, within that day. */
export function snapped(minute: number): number {
  const last = 24 * 60 - STEP;
  return Math.min(last, Math.max(0, Math.round(minute / STEP) * STEP));
}

/** Why a post cannot go there, as a sentence; null when it can. */
export function faultOfMove(to: Date, now: Date, horizon: Bounds['horizon']): string | null {
  return faultOfTime(toFields(to), now, { min: afterLead, horizon });
}

/** The post as it will be: one that did not go out waits for its hour again. */
export function movedPost(post: Post, to: Date): Post {
  const moved = { ...post, scheduledTime: to.toISOString() };
  return didNotGoOut(post)
    ? { ...moved, status: 'scheduled', errorMessage: null, errorAction: null, forecastAt: null }
    : moved;
}
