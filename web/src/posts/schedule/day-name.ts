import { dayKey, formatDayMonth, formatTime, startOfDay } from '@pontual/contract/brasilia-time.ts';
import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { Post } from '@pontual/contract/posts.ts';
import type { IsAtRisk } from '../../needs/at-risk.ts';
import { inAccount, type NameOf } from '../../instagram/account-names.ts';
import { didNotGoOut } from '../mending.ts';
import { dotOf, stateWords } from '../post-state.tsx';
import type { DayKey } from './month-grid.ts';
import { plannedAt } from './timeline-groups.ts';

/** How many posts a cell shows before `+N`. */
export const SHOWN_PER_DAY = 2;

/** What activating a day does. */
export type DayUse = 'open' | 'create' | 'none';

/** The posts of a day; null while they are not known. */
export type DayPosts = readonly Post[] | null;

/** A day with posts opens them, an empty one takes a new post, unless it is gone. */
export function dayUse(day: DayKey, posts: DayPosts, now: Date, mayCreate = true): DayUse {
  if (posts === null) return 'none';
  if (posts.length > 0) return 'open';
  return mayCreate && day >= dayKey(now) ? 'create' : 'none';
}

export function postCount(count: number): string {
  if (count === 0) return 'sem posts';
  return count === 1 ? '1 post' : `${count} posts`;
}

/** The posts that a name only counts, as the end of a list: `mais 2, com falhas`; empty without any. */
export function countOfMore(posts: readonly Post[]): string[] {
  if (posts.length === 0) return [];
  return [`mais ${posts.length}${posts.some(didNotGoOut) ? ', com falhas' : ''}`];
}

function postWords(post: Post, isAtRisk: IsAtRisk, account: string | undefined): string {
  const planned = plannedAt(post);
  const time = planned === null ? '' : `${formatTime(planned)} `;
  const comma = dotOf(post) === 'awaiting' ? ',' : '';
  const risk = isAtRisk(post) ? ', em risco' : '';
  return `${time}${mediaTypeNames[post.mediaType]}${comma} ${stateWords(post)}${inAccount(account)}${risk}`;
}

interface DayOptions {
  now: Date;
  celebrated?: string | null;
  mayCreate?: boolean;
  isAtRisk?: IsAtRisk;
  /** Names the accounts where there are several. */
  nameOf?: NameOf;
}

/**
 * The name of a day's cell: `12 de junho, 4 posts: 08:00 Stories agendado, ..., mais 2`, and then
 * what is celebrated on it. The posts come in the order in which the cell shows them.
 */
export function dayName(day: DayKey, posts: DayPosts, options: DayOptions): string {
  const name = withPosts(day, posts, options);
  const { celebrated = null } = options;
  return celebrated === null ? name : `${name}. ${celebrated}`;
}

function withPosts(day: DayKey, posts: DayPosts, options: DayOptions): string {
  const { now, mayCreate = true, isAtRisk = () => false, nameOf } = options;
  const date = formatDayMonth(startOfDay(day));
  if (posts === null) return date;
  const name = `${date}, ${postCount(posts.length)}`;
  const use = dayUse(day, posts, now, mayCreate);
  if (use === 'create') return `${name}. Criar post`;
  if (use === 'none') return name;
  const parts = posts
    .slice(0, SHOWN_PER_DAY)
    .map((post) => postWords(post, isAtRisk, nameOf?.(post)));
  return `${name}: ${[...parts, ...countOfMore(posts.slice(SHOWN_PER_DAY))].join(', ')}`;
}
