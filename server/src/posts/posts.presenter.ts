import type { Post } from '@pontual/contract/posts.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { PostView } from './posts.repository.ts';

/**
 * A post as it goes out: what the contract names, and no column more. Its intent is written up to
 * 2 s before the hour; for people it is pending only once the hour has come.
 */
export function presentPost(post: PostView, links: MediaLinks, now: Date): Post {
  const isBeforeHour = post.scheduled_time !== null && post.scheduled_time > now;
  const status = post.status === 'pending' && isBeforeHour ? 'scheduled' : post.status;
  const mediaItems = post.media.map(({ fileId, width, height }) => ({
    type: 'image' as const,
    url: links.forOwner(fileId, 'image'),
    thumbnailUrl: links.forOwner(fileId, 'thumbnail'),
    width,
    height,
  }));
  return {
    _id: post.id,
    mediaType: post.media_type,
    status,
    caption: post.caption,
    scheduledTime: post.scheduled_time?.toISOString() ?? null,
    createdAt: post.created_at.toISOString(),
    publishedAt: post.published_at?.toISOString() ?? null,
    imageUrl: mediaItems[0]?.url ?? null,
    videoUrl: null,
    mediaItems,
    demo: post.demo,
    ready: status === 'scheduled' && ['prepared', 'publishing'].includes(post.stage),
    permalink: post.permalink,
    errorMessage: post.error_message,
    errorAction: post.error_action,
  };
}
