import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { MediaType, UserTag } from '@pontual/contract/posts/posts.ts';

export interface PostContent {
  caption: string;
  shareToFeed: boolean;
  thumbOffsetMs: number | null;
  audioName: string | null;
  collaborators: readonly string[];
  locationId: string | null;
  userTags: readonly UserTag[];
  firstComment: string;
  /** By item, in order; null leaves the item unchanged. */
  fit: readonly (FitMode | null)[];
}

export interface ContentSnapshot extends PostContent {
  mediaType: MediaType;
  account: string | null;
  /** Not part of the approved content: another due time needs no new approval. */
  scheduledTime: string | null;
  media: readonly { fileId: string; sha256: string; kind: string; altText: string | null }[];
}
