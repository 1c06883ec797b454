import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

/** Returns the due time of a post; null without one, or for one that cannot be parsed. */
export function getDueAt({ scheduledTime }: Pick<Post, 'scheduledTime'>): Date | null {
  return scheduledTime ? new Date(scheduledTime) : null;
}

/** Sorts by due time, then by id, so that the order is stable. */
const compareByDueAt = (a: Post, b: Post) =>
  (getDueAt(a)?.getTime() ?? 0) - (getDueAt(b)?.getTime() ?? 0) || a._id.localeCompare(b._id);

/** Returns whether the due time of a post is after `now`. */
export function isDueAfter(post: Post, now: Date): boolean {
  const dueAt = getDueAt(post);
  return dueAt !== null && dueAt > now;
}

/** Groups posts by the day of their due time in Brasília. */
export function postsByDay(posts: readonly Post[]): Map<DayKey, Post[]> {
  const days = new Map<DayKey, Post[]>();
  for (const post of [...posts].sort(compareByDueAt)) {
    const dueAt = getDueAt(post);
    if (dueAt === null) continue;
    const key = dayKey(dueAt);
    const ofDay = days.get(key);
    if (ofDay === undefined) days.set(key, [post]);
    else ofDay.push(post);
  }
  return days;
}
