import {
  dayKey,
  formatDayMonth,
  formatTime,
  formatWeekday,
  startOfDay,
  toBrasilia,
} from '@pontual/contract/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts.ts';
import { isOf, type PostFilter } from '../post-filter.ts';
import { dateNames } from './dates/calendar-dates.ts';
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
export function plannedAt({ scheduledTime }: Pick<Post, 'scheduledTime'>): Date | null {
  return scheduledTime ? new Date(scheduledTime) : null;
}

const byTime = (a: Post, b: Post) =>
  (plannedAt(a)?.getTime() ?? 0) - (plannedAt(b)?.getTime() ?? 0) || a._id.localeCompare(b._id);

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `12 de junho`; with its year where that is not the one of now. */
export function dateInWords(day: DayKey, now: Date): string {
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
  const date = dateInWords(key, now);
  if (key === today) return { title: 'Hoje', detail: `${weekday}, ${date}` };
  if (key === dayKey(startOfDay(today, 1))) {
    return { title: 'Amanhã', detail: `${weekday}, ${date}` };
  }
  return { title: capitalised(weekday), detail: date };
}

const noPosts: readonly Post[] = [];

/** The drafts without an hour that a filter leaves; those with one stand on their day. */
export function undatedDrafts(drafts: readonly Post[] = noPosts, filter: PostFilter): Post[] {
  const { status } = filter;
  const waits = status === 'awaiting';
  if (!waits && status !== 'ALL' && status !== 'draft') return [];
  return drafts.filter(
    (post) =>
      post.scheduledTime === null &&
      (!waits || post.awaiting) &&
      (filter.mediaType === 'ALL' || filter.mediaType === post.mediaType) &&
      isOf(post, filter.account),
  );
}

/** Posts by the Brasília day of their time. */
export function postsByDay(posts: readonly Post[]): Map<DayKey, Post[]> {
  const days = new Map<DayKey, Post[]>();
  for (const post of [...posts].sort(byTime)) {
    const planned = plannedAt(post);
    if (planned === null) continue;
    const key = dayKey(planned);
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
  const celebrated = dateNames(ofDays[0]?.[0] ?? today, ofDays.at(-1)?.[0] ?? today);
  const groups = ofDays.map(([key, ofDay]): DayGroup => {
    const { title, detail } = dayHeading(key, now);
    const words = celebrated.get(key);
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
    next: dated.find((post) => post.status === 'scheduled' && isAfter(post, now)) ?? null,
  };
}

/** Whether a post's time is still to come. */
export function isAfter(post: Post, now: Date): boolean {
  const planned = plannedAt(post);
  return planned !== null && planned > now;
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
export function spokenDay(instant: Date, now: Date): string {
  const { title, detail } = dayHeading(dayKey(instant), now);
  return title === 'Hoje' || title === 'Amanhã' ? title : `${title}, ${detail}`;
}

/** The same where there is little room: `hoje 18:00`, `amanhã 12:00`, `12/06 18:00`. */
export function shortWhen(instant: Date, now: Date): string {
  const key = dayKey(instant);
  const { title } = dayHeading(key, now);
  const near = title === 'Hoje' || title === 'Amanhã';
  const [, month = '', day = ''] = key.split('-');
  return `${near ? title.toLowerCase() : `${day}/${month}`} ${formatTime(instant)}`;
}
