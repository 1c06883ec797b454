import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

/** A post's planned instant; null where it has none, or one that cannot be read. */
export function getDueAt({ scheduledTime }: Pick<Post, 'scheduledTime'>): Date | null {
  return scheduledTime ? new Date(scheduledTime) : null;
}

/** Oldest first; posts of the same instant by id, so that the order is stable. */
const compareByDueAt = (a: Post, b: Post) =>
  (getDueAt(a)?.getTime() ?? 0) - (getDueAt(b)?.getTime() ?? 0) || a._id.localeCompare(b._id);

/** Whether a post's time is still to come. */
export function isDueAfter(post: Post, now: Date): boolean {
  const dueAt = getDueAt(post);
  return dueAt !== null && dueAt > now;
}

/** Posts by the Brasília day of their time. */
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
