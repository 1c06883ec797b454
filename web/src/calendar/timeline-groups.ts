import {
  dayKey,
  formatDayMonth,
  formatTime,
  formatWeekday,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { matchesAccount, type PostFilter } from '../posts/post-filter.ts';
import { namesByDay } from './dates/calendar-dates.ts';
import type { DayKey } from './month-grid.ts';

export interface DayGroup {
  key: DayKey;
  /** `Hoje`, `Amanhã`, else the weekday. */
  title: string;
  /** What the title leaves out: `terça, 9 de junho`, and what is celebrated then. */
  detail: string;
  posts: Post[];
}

export interface TimelineGroups {
  /** Days before today, oldest first. */
  earlier: DayGroup[];
  /** Today, always, and the days after it. */
  days: DayGroup[];
  /** Posts without a time, shown under `Rascunhos`. */
  undated: Post[];
  /** The first post still to go out. */
  next: Post | null;
}

/** A post's planned instant; null where it has none, or one that cannot be read. */
export function getDueAt({ scheduledTime }: Pick<Post, 'scheduledTime'>): Date | null {
  return scheduledTime ? new Date(scheduledTime) : null;
}

const compareByDueAt = (a: Post, b: Post) =>
  (getDueAt(a)?.getTime() ?? 0) - (getDueAt(b)?.getTime() ?? 0) || a._id.localeCompare(b._id);

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `12 de junho`; with its year where that is not the one of now. */
export function dateText(day: DayKey, now: Date): string {
  const start = startOfDay(day);
  const { year } = toBrasilia(start);
  const date = formatDayMonth(start);
  return year === toBrasilia(now).year ? date : `${date} de ${year}`;
}

/** How a day is announced over its posts. */
export function dayHeading(key: DayKey, now: Date): { title: string; detail: string } {
  const day = startOfDay(key);
  const today = dayKey(now);
  const weekday = formatWeekday(day);
  const date = dateText(key, now);
  if (key === today) return { title: 'Hoje', detail: `${weekday}, ${date}` };
  if (key === dayKey(startOfDay(today, 1))) {
    return { title: 'Amanhã', detail: `${weekday}, ${date}` };
  }
  return { title: capitalize(weekday), detail: date };
}

const noPosts: readonly Post[] = [];

/** The drafts without an hour that a filter leaves; those with one stand on their day. */
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

/** The timeline's sections, in the order shown. */
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

/** Whether a post's time is still to come. */
export function isDueAfter(post: Post, now: Date): boolean {
  const dueAt = getDueAt(post);
  return dueAt !== null && dueAt > now;
}

const MINUTE = 60_000;

/** The wait until an instant as it is said: `em 3 h 28 min`. */
export function countdown(now: Date, until: Date): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / MINUTE);
  if (minutes <= 1) return 'em 1 min';
  if (minutes < 60) return `em ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `em ${Math.floor(hours / 24)} dias`;
  return minutes % 60 === 0 ? `em ${hours} h` : `em ${hours} h ${minutes % 60} min`;
}

/** A moment as it is said to the user: `Hoje, 18:00`. */
export function relativeDay(instant: Date, now: Date): string {
  const { title, detail } = dayHeading(dayKey(instant), now);
  return title === 'Hoje' || title === 'Amanhã' ? title : `${title}, ${detail}`;
}

/** The same where there is little room: `hoje 18:00`, `amanhã 12:00`, `12/06 18:00`. */
export function compactDateTime(instant: Date, now: Date): string {
  const key = dayKey(instant);
  const { title } = dayHeading(key, now);
  const near = title === 'Hoje' || title === 'Amanhã';
  const [, month = '', day = ''] = key.split('-');
  return `${near ? title.toLowerCase() : `${day}/${month}`} ${formatTime(instant)}`;
}
