import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { MediaType, UserTag } from '@pontual/contract/posts/posts.ts';

/** What an owner says of a post, besides its type, its hour and its files. */
export interface PostContent {
  caption: string;
  shareToFeed: boolean;
  thumbOffsetMs: number | null;
  audioName: string | null;
  collaborators: readonly string[];
  locationId: string | null;
  userTags: readonly UserTag[];
  /** Written below the post once it is published. */
  firstComment: string;
  /** By item, in their order; null leaves it as it is. */
  fit: readonly (FitMode | null)[];
}

/** All that a post shows, by which whoever approved it can be shown later what they saw. */
export interface ContentSnapshot extends PostContent {
  mediaType: MediaType;
  /** The Instagram account that it was meant for; null while there was none. */
  account: string | null;
  /** Not of the content: another hour needs no other approval. */
  scheduledTime: string | null;
  media: readonly { fileId: string; sha256: string; kind: string; altText: string | null }[];
}
