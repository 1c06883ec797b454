import type { ContentSnapshot, PostContent } from '../../platform/database/stored-content.ts';
import { createHash } from 'node:crypto';
import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { UserTag } from '@pontual/contract/posts/posts.ts';
import type { PostView } from '../listing/posts.repository.ts';

/** The fields of a form; what is missing says nothing, and an empty text clears. */
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

export const contentOf = (post: PostView): PostContent => ({
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

export const snapshotContent = (post: PostView): ContentSnapshot => ({
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
 * Names exactly what an approval is of: the type, every word, the options, the account that was chosen,
 * and the files in their order.
 * A file is named by its id: its bytes change only where a video is converted, which its owner did not do.
 */
export function hashContent(post: PostView): string {
  const { scheduledTime: _dueTime, media, ...rest } = snapshotContent(post);
  const files = media.map(({ fileId, altText }) => ({ fileId, altText }));
  // A draft that is given an hour is given its account with it: only one that was chosen is another.
  const account = post.account_chosen ? post.account : null;
  // In one order of keys, whatever order they are written in above.
  const parts = Object.entries({ ...rest, account, files }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The same, and of which account's post it is shown: an answer names what was on the screen. */
export const hashForApproval = (post: PostView): string =>
  `${hashContent(post)}.${post.account ?? ''}`;

/** The content after a form was sent. */
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

/** What was chosen for a reel ends with it (specification, section 3, the details of a post). */
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

/** The same files with the texts sent for them, in their order; those of new files start empty. */
export function withAltTexts<M extends { altText: string | null }>(
  media: readonly M[],
  altTexts: readonly string[] | undefined,
): M[] {
  if (altTexts === undefined) return [...media];
  return media.map((item, position) => ({ ...item, altText: altTexts[position] || null }));
}
