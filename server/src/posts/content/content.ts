import type { ContentSnapshot, PostContent } from '../../platform/database/stored-content.ts';
import { createHash } from 'node:crypto';
import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { UserTag } from '@pontual/contract/posts/posts.ts';
import type { ListedPost } from '../listing/posts.repository.ts';

/** A missing field changes nothing, an empty text clears the stored value. */
export interface ContentInput {
  caption?: string | undefined;
  shareToFeed?: 'true' | 'false' | undefined;
  thumbOffset?: string | undefined;
  audioName?: string | undefined;
  collaborators?: string[] | undefined;
  locationId?: string | undefined;
  userTags?: UserTag[] | undefined;
  firstComment?: string | undefined;
  fit?: readonly (FitMode | null)[] | undefined;
}

export const emptyContent: PostContent = {
  caption: '',
  shareToFeed: true,
  thumbOffsetMs: null,
  audioName: null,
  collaborators: [],
  locationId: null,
  userTags: [],
  firstComment: '',
  fit: [],
};

export const contentOf = (post: ListedPost): PostContent => ({
  caption: post.caption,
  shareToFeed: post.share_to_feed,
  thumbOffsetMs: post.thumb_offset_ms,
  audioName: post.audio_name,
  collaborators: post.collaborators,
  locationId: post.location_id,
  userTags: post.user_tags,
  firstComment: post.first_comment,
  fit: post.fit,
});

export const snapshotContent = (post: ListedPost): ContentSnapshot => ({
  ...contentOf(post),
  mediaType: post.media_type,
  account: post.account,
  scheduledTime: post.scheduled_time?.toISOString() ?? null,
  media: post.media.map(({ fileId, sha256, kind, altText }) => ({
    fileId,
    sha256,
    kind,
    altText: altText === '' ? null : altText,
  })),
});

/**
 * A file enters by its id, because only a video conversion changes its bytes. A new property must be left
 * out at its default: its hash would end every approval.
 */
export function hashContent(post: ListedPost): string {
  const { scheduledTime: _dueTime, media, ...rest } = snapshotContent(post);
  const files = media.map(({ fileId, altText }) => ({ fileId, altText }));
  // Scheduling a draft assigns an account to it; only an account that the owner chose is content.
  const account = post.account_chosen ? post.account : null;
  // The hash must not depend on the order of the properties above.
  const parts = Object.entries({ ...rest, account, files }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Adds the account to the content hash: an approval names exactly what was displayed. */
export const hashForApproval = (post: ListedPost): string =>
  `${hashContent(post)}.${post.account ?? ''}`;

export function applyContentInput(before: PostContent, input: ContentInput): PostContent {
  return {
    caption: input.caption ?? before.caption,
    shareToFeed:
      input.shareToFeed === undefined ? before.shareToFeed : input.shareToFeed === 'true',
    thumbOffsetMs: resolveClearable(input.thumbOffset, before.thumbOffsetMs, Number),
    audioName: resolveClearable(input.audioName, before.audioName, String),
    collaborators: input.collaborators ?? before.collaborators,
    locationId: resolveClearable(input.locationId, before.locationId, String),
    userTags: input.userTags ?? before.userTags,
    firstComment: input.firstComment?.trim() ?? before.firstComment,
    fit: input.fit ?? before.fit,
  };
}

/** For a post that changes its type (specification, section 3, the details of a post). */
export const withoutReelOptions = (content: PostContent): PostContent => {
  const { shareToFeed, thumbOffsetMs, audioName, collaborators } = emptyContent;
  return { ...content, shareToFeed, thumbOffsetMs, audioName, collaborators };
};

function resolveClearable<T>(
  input: string | undefined,
  before: T | null,
  read: (text: string) => T,
) {
  if (input === undefined) return before;
  return input === '' ? null : read(input);
}

/** In the order of the files; a missing or empty text becomes null. */
export function withAltTexts<M extends { altText: string | null }>(
  media: readonly M[],
  altTexts: readonly string[] | undefined,
): M[] {
  if (altTexts === undefined) return [...media];
  return media.map((item, position) => ({ ...item, altText: altTexts[position] || null }));
}
