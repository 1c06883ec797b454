import { formatDayMonth, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import type { AccountNameLookup } from '../../instagram/instagram-account-names.ts';
import { prioritizeWorst, type IsAtRisk } from '../../posts/issues/at-risk.ts';
import { hasPublishingFailed } from '../../posts/post-issue.rules.ts';
import { statusLabel } from '../../posts/status-label.tsx';
import { remainingPostsText, postCount } from '../day-cell-label.ts';
import { postLabel } from '../calendar-labels.ts';
import type { HourSlot } from './week-keyboard.ts';

const MAX_LISTED = 2;

interface HourCellLabelOptions {
  isOpen: boolean;
  isAtRisk: IsAtRisk;
  nameOf: AccountNameLookup;
}

/** `12 de junho, 18 h, 1 post: 18:00 Reels, Caneca dupla` */
export function hourCellLabel(
  { day, hour }: HourSlot,
  posts: readonly Post[],
  options: HourCellLabelOptions,
): string {
  const { isOpen, isAtRisk, nameOf } = options;
  const name = `${formatDayMonth(startOfDay(day))}, ${hour} h, ${postCount(posts.length)}`;
  if (posts.length === 0) return isOpen ? `${name}. Criar post` : name;
  const sorted = prioritizeWorst(posts, isAtRisk, MAX_LISTED);
  const parts = sorted
    .slice(0, MAX_LISTED)
    .map((post) => `${postLabel(post, nameOf(post))}${postIssueText(post, isAtRisk)}`);
  return `${name}: ${[...parts, ...remainingPostsText(sorted.slice(MAX_LISTED))].join('; ')}`;
}

function postIssueText(post: Post, isAtRisk: IsAtRisk): string {
  const state = post.awaiting || hasPublishingFailed(post) ? `, ${statusLabel(post)}` : '';
  return isAtRisk(post) ? `${state}, em risco` : state;
}
