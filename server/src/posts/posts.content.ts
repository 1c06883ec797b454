import type { Fit } from '@pontual/contract/media-fit.ts';
import type { UserTag } from '@pontual/contract/posts.ts';
import type { PostView } from './posts.repository.ts';

/** What an owner says of a post, besides its type, its hour and its files. */
export interface PostContent {
  caption: string;
  shareToFeed: boolean;
  thumbOffsetMs: number | null;
  audioName: string | null;
  collaborators: readonly string[];
  locationId: string | null;
  userTags: readonly UserTag[];
  /** By item, in their order; null leaves it as it is. */
  fit: readonly (Fit | null)[];
}

/** The fields of a form; what is missing says nothing, and an empty text clears. */
export interface SentContent {
  caption?: string | undefined;
  shareToFeed?: 'true' | 'false' | undefined;
  thumbOffset?: string | undefined;
  audioName?: string | undefined;
  collaborators?: string[] | undefined;
  locationId?: string | undefined;
  userTags?: UserTag[] | undefined;
  fit?: readonly (Fit | null)[] | undefined;
}

export const emptyContent: PostContent = {
  caption: '',
  shareToFeed: true,
  thumbOffsetMs: null,
  audioName: null,
  collaborators: [],
  locationId: null,
  userTags: [],
  fit: [],
};

export const contentOf = (post: PostView): PostContent => ({
  caption: post.caption,
  shareToFeed: post.share_to_feed,
  thumbOffsetMs: post.thumb_offset_ms,
  audioName: post.audio_name,
  collaborators: post.collaborators,
  locationId: post.location_id,
  userTags: post.user_tags,
  fit: post.fit,
});

/** The content after a form was sent. */
export function contentWith(before: PostContent, sent: SentContent): PostContent {
  return {
    caption: sent.caption ?? before.caption,
    shareToFeed: sent.shareToFeed === undefined ? before.shareToFeed : sent.shareToFeed === 'true',
    thumbOffsetMs: cleared(sent.thumbOffset, before.thumbOffsetMs, Number),
    audioName: cleared(sent.audioName, before.audioName, String),
    collaborators: sent.collaborators ?? before.collaborators,
    locationId: cleared(sent.locationId, before.locationId, String),
    userTags: sent.userTags ?? before.userTags,
    fit: sent.fit ?? before.fit,
  };
}

function cleared<T>(sent: string | undefined, before: T | null, read: (text: string) => T) {
  if (sent === undefined) return before;
  return sent === '' ? null : read(sent);
}

/** The same files with the texts sent for them, in their order; those of new files start empty. */
export function withAltTexts<M extends { altText: string | null }>(
  media: readonly M[],
  sent: readonly string[] | undefined,
): M[] {
  if (sent === undefined) return [...media];
  return media.map((item, position) => ({ ...item, altText: sent[position] || null }));
}
