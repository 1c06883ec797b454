import { formatTime } from '@pontual/contract/shared/brasilia-time.ts';
import { postStatusNames } from '@pontual/contract/posts/post-rules.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { relativeDay } from '../../ui/dates/day-text.ts';
import { getDueAt } from '../../posts/due-at.ts';
import { mediaTypeText } from '../../posts/media-type-text.ts';

const profileStatuses: ReadonlySet<Post['status']> = new Set(['scheduled', 'pending', 'published']);

/** A story never appears on the profile, and a reel only if `shareToFeed` (Instagram's `share_to_feed`). */
export function isOnProfile({ status, mediaType, reelsConfig, errorAction }: Post): boolean {
  if (!profileStatuses.has(status) || mediaType === 'STORIES') return false;
  // The post was created for an earlier account and needs a confirmation.
  if (errorAction === 'confirm_account') return false;
  return mediaType !== 'REELS' || reelsConfig?.shareToFeed !== false;
}

const CAPTION_LABEL_MAX = 80;

/** `Reels, agendado, Amanhã, 18:00: Como embalamos...` */
export function tileLabel(post: Post, now: Date): string {
  const dueAt = getDueAt(post);
  const when = dueAt === null ? '' : `, ${relativeDay(dueAt, now)}, ${formatTime(dueAt)}`;
  const kind = `${mediaTypeText(post)}, ${postStatusNames[post.status].toLowerCase()}`;
  const caption = post.caption.trim();
  return `${kind}${when}: ${caption === '' ? 'sem legenda' : caption.slice(0, CAPTION_LABEL_MAX)}`;
}
