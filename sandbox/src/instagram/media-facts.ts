import { graphTimestamp } from './graph-time.ts';
import type { MediaFile, Medium } from './media-records.ts';
import type { InstagramContext } from './context.ts';

export type MediaType = 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';

export function mediaTypeOf({ file }: Medium): MediaType {
  return file ? file.type : 'CAROUSEL_ALBUM';
}

export function mainFileOf({ file, children }: Medium): MediaFile | undefined {
  return file ?? children[0]?.file;
}

export function mediaUrl({ url }: InstagramContext, id: string): string {
  return `${url()}/_sandbox/media/${id}`;
}

/** Returns the permalink in the format of Instagram, on this host so that it opens. */
export function permalinkOf({ url }: InstagramContext, medium: Medium): string {
  switch (medium.product) {
    case 'FEED':
      return `${url()}/p/${medium.shortcode}/`;
    case 'REELS':
      return `${url()}/reel/${medium.shortcode}/`;
    case 'STORY':
      return `${url()}/stories/${medium.username}/${medium.id}`;
  }
}

export function ledgerEntry(context: InstagramContext, medium: Medium): Record<string, unknown> {
  const comments = context.records.comments.in(medium.id);
  return {
    id: medium.id,
    ig_user_id: medium.accountId,
    username: medium.username,
    media_type: mediaTypeOf(medium),
    media_product_type: medium.product,
    permalink: permalinkOf(context, medium),
    timestamp: graphTimestamp(medium.publishedAt),
    published_at_ms: medium.publishedAt,
    container_id: medium.containerId,
    children: medium.children.map((child) => ({
      id: child.id,
      container_id: child.containerId,
      media_type: child.file.type,
      media_url: mediaUrl(context, child.id),
      bytes_sha256: child.file.sha256,
      user_tags: child.userTags,
      alt_text: child.altText,
    })),
    ...medium.options,
    comments: comments.map(({ id, username, text, createdAt }) => ({
      id,
      username,
      text,
      timestamp: graphTimestamp(createdAt),
    })),
    media_url: mediaUrl(context, medium.id),
    bytes_sha256: mainFileOf(medium)?.sha256 ?? null,
  };
}
