import {
  dayKey,
  formatDayMonth,
  formatTime,
  startOfDay,
} from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import type { IsAtRisk } from '../posts/issues/at-risk.ts';
import { formatInAccount, type AccountNameLookup } from '../instagram/instagram-account-names.ts';
import { hasPublishingFailed } from '../posts/post-issue.rules.ts';
import { dotStatus, statusLabel } from '../posts/status-label.tsx';
import type { DayKey } from '../ui/dates/month-grid.ts';
import { getDueAt } from '../posts/due-at.ts';
import { mediaTypeText } from '../posts/media-type-text.ts';

/** The number of posts that a cell shows before `+N`. */
export const SHOWN_PER_DAY = 2;

export type DayAction = 'open' | 'create' | 'none';

/** Null until the posts are loaded. */
export type DayPosts = readonly Post[] | null;

export function getDayAction(day: DayKey, posts: DayPosts, now: Date, canCreate = true): DayAction {
  if (posts === null) return 'none';
  if (posts.length > 0) return 'open';
  return canCreate && day >= dayKey(now) ? 'create' : 'none';
}

export function postCount(count: number): string {
  if (count === 0) return 'sem posts';
  return count === 1 ? '1 post' : `${count} posts`;
}

/** `mais 2, com falhas` as a list; empty without posts. */
export function remainingPostsText(posts: readonly Post[]): string[] {
  if (posts.length === 0) return [];
  return [`mais ${posts.length}${posts.some(hasPublishingFailed) ? ', com falhas' : ''}`];
}

function postText(post: Post, isAtRisk: IsAtRisk, accountName: string | undefined): string {
  const dueAt = getDueAt(post);
  const time = dueAt === null ? '' : `${formatTime(dueAt)} `;
  const comma = dotStatus(post) === 'awaiting' ? ',' : '';
  const risk = isAtRisk(post) ? ', em risco' : '';
  return `${time}${mediaTypeText(post)}${comma} ${statusLabel(post)}${formatInAccount(accountName)}${risk}`;
}

interface DayLabelOptions {
  now: Date;
  occasion?: string | null;
  canCreate?: boolean;
  isAtRisk?: IsAtRisk;
  nameOf?: AccountNameLookup;
}

/** `12 de junho, 4 posts: 08:00 Stories agendado, ..., mais 2`, in the order of the cell. */
export function dayCellLabel(day: DayKey, posts: DayPosts, options: DayLabelOptions): string {
  const name = dayLabel(day, posts, options);
  const { occasion = null } = options;
  return occasion === null ? name : `${name}. ${occasion}`;
}

function dayLabel(day: DayKey, posts: DayPosts, options: DayLabelOptions): string {
  const { now, canCreate = true, isAtRisk = () => false, nameOf } = options;
  const date = formatDayMonth(startOfDay(day));
  if (posts === null) return date;
  const name = `${date}, ${postCount(posts.length)}`;
  const action = getDayAction(day, posts, now, canCreate);
  if (action === 'create') return `${name}. Criar post`;
  if (action === 'none') return name;
  const parts = posts
    .slice(0, SHOWN_PER_DAY)
    .map((post) => postText(post, isAtRisk, nameOf?.(post)));
  return `${name}: ${[...parts, ...remainingPostsText(posts.slice(SHOWN_PER_DAY))].join(', ')}`;
}
