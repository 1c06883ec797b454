import type { Post } from '@pontual/contract/posts/posts.ts';
import type { MediaLinks } from '../../media/links.ts';
import { canPublishManually } from '../../publishing/transitions/manual-prompt.rules.ts';
import type { ListedMedia, ListedPost } from './posts.repository.ts';

/** An intent is written up to 2 s early; a post is displayed as pending only from its due time on. */
export function presentPost(post: ListedPost, links: MediaLinks, now: Date): Post {
  const isBeforeDueTime = post.scheduled_time !== null && post.scheduled_time > now;
  const status = post.status === 'pending' && isBeforeDueTime ? 'scheduled' : post.status;
  const mediaItems = post.media.map((item) => presentMedia(item, links));
  return {
    _id: post.id,
    mediaType: post.media_type,
    status,
    caption: post.caption,
    scheduledTime: post.scheduled_time?.toISOString() ?? null,
    createdAt: post.created_at.toISOString(),
    publishedAt: post.published_at?.toISOString() ?? null,
    imageUrl: mediaItems.find(({ type }) => type === 'image')?.url ?? null,
    videoUrl: mediaItems.find(({ type }) => type === 'video')?.url ?? null,
    mediaItems,
    fit: post.fit,
    reelsConfig: post.media_type === 'REELS' ? reelsConfig(post) : null,
    collaborators: post.media_type === 'STORIES' ? [] : post.collaborators,
    locationId: post.location_id,
    userTags: post.user_tags,
    firstComment: post.first_comment,
    demo: post.demo,
    instagramAccountId: post.account,
    ready: status === 'scheduled' && ['prepared', 'publishing'].includes(post.state),
    permalink: post.permalink,
    errorMessage: post.error_message,
    errorAction: post.error_action,
    forecastAt: post.forecast_at?.toISOString() ?? null,
    manualPublishing: presentManualPublishing(post),
    awaiting: post.awaiting_since !== null && post.status !== 'published',
    series: post.series,
  };
}

/** Not offered to a post that awaits approval. */
export function presentManualPublishing(
  post: Pick<
    ListedPost,
    'status' | 'state' | 'error_code' | 'is_past' | 'manual_since' | 'awaiting_since'
  >,
): Post['manualPublishing'] {
  if (post.awaiting_since !== null) return null;
  if (post.manual_since === null || post.status === 'draft' || post.status === 'published') {
    if (!canPublishManually(post)) return null;
    return post.state === 'publishing' || post.state === 'reconciling' ? 'resolving' : 'offered';
  }
  const isActive = post.status === 'scheduled' || post.status === 'pending';
  return isActive ? 'resolving' : 'manual';
}

const presentMedia = (item: ListedMedia, links: MediaLinks): Post['mediaItems'][number] => ({
  type: item.kind,
  url: links.forOwner(item.fileId, 'file'),
  thumbnailUrl: links.forOwner(item.fileId, 'thumbnail'),
  coverUrl: item.kind === 'video' ? links.forOwner(item.fileId, 'cover') : null,
  width: item.width,
  height: item.height,
  durationMs: item.durationMs,
  altText: item.altText,
  state: item.state,
  progress: item.state === 'converting' ? item.progress : null,
  readyInMs: item.readyInMs,
  refusal: item.refusal,
});

const reelsConfig = (post: ListedPost): NonNullable<Post['reelsConfig']> => ({
  shareToFeed: post.share_to_feed,
  thumbOffset: post.thumb_offset_ms,
  audioName: post.audio_name,
  collaborators: post.collaborators,
});
