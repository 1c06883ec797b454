import { isDueAfter, postsByDay } from '../posts/due-at.ts';
import { dayHeading } from '../ui/dates/day-text.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { matchesAccount, type PostFilter } from '../posts/post-filter.ts';
import { namesByDay } from './dates/calendar-dates.ts';
import type { DayKey } from '../ui/dates/month-grid.ts';

export interface DayGroup {
  key: DayKey;
  /** `Hoje`, `Amanhã`, otherwise the weekday. */
  title: string;
  /** `terça, 9 de junho`, and the name of the date. */
  detail: string;
  posts: Post[];
}

export interface TimelineGroups {
  /** Days before today, oldest first. */
  earlier: DayGroup[];
  /** Today, always, and the days after it. */
  days: DayGroup[];
  /** Posts without a due time, shown under `Rascunhos`. */
  undated: Post[];
  next: Post | null;
}

const noPosts: readonly Post[] = [];

/** The other drafts are listed on their day. */
export function undatedDrafts(drafts: readonly Post[] = noPosts, filter: PostFilter): Post[] {
  const { status } = filter;
  const isAwaitingFilter = status === 'awaiting';
  if (!isAwaitingFilter && status !== 'ALL' && status !== 'draft') return [];
  return drafts.filter(
    (post) =>
      post.scheduledTime === null &&
      (!isAwaitingFilter || post.awaiting) &&
      (filter.mediaType === 'ALL' || filter.mediaType === post.mediaType) &&
      matchesAccount(post, filter.instagramAccount),
  );
}

export function timelineGroups(posts: readonly Post[], now: Date): TimelineGroups {
  const today = dayKey(now);
  const byDay = postsByDay(posts);
  if (!byDay.has(today)) byDay.set(today, []);
  const ofDays = [...byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  const occasions = namesByDay(ofDays[0]?.[0] ?? today, ofDays.at(-1)?.[0] ?? today);
  const groups = ofDays.map(([key, ofDay]): DayGroup => {
    const { title, detail } = dayHeading(key, now);
    const words = occasions.get(key);
    return { key, title, detail: words ? `${detail}, ${words}` : detail, posts: ofDay };
  });
  const dated = groups.flatMap((group) => group.posts);
  const days = groups.filter((group) => group.key >= today);
  const unreadable = posts.filter((post) => post.scheduledTime === '');
  if (unreadable.length > 0) {
    days.push({ key: 'unreadable', title: 'Data inválida', detail: '', posts: unreadable });
  }
  return {
    earlier: groups.filter((group) => group.key < today),
    days,
    undated: posts.filter((post) => post.scheduledTime === null),
    next: dated.find((post) => post.status === 'scheduled' && isDueAfter(post, now)) ?? null,
  };
}
