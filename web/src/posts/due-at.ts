import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

/** Null without a due time, and for one that cannot be parsed: the contract makes it empty. */
export function getDueAt({ scheduledTime }: Pick<Post, 'scheduledTime'>): Date | null {
  return scheduledTime ? new Date(scheduledTime) : null;
}

/** Equal due times are sorted by id, so that the order is stable. */
const compareByDueAt = (a: Post, b: Post) =>
  (getDueAt(a)?.getTime() ?? 0) - (getDueAt(b)?.getTime() ?? 0) || a._id.localeCompare(b._id);

export function isDueAfter(post: Post, now: Date): boolean {
  const dueAt = getDueAt(post);
  return dueAt !== null && dueAt > now;
}

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
