import type { FitMode } from '@pontual/contract/media/image-fit.ts';
import type { MediaType, UserTag } from '@pontual/contract/posts/posts.ts';

/** The content of a post without its type, due time and files. */
export interface PostContent {
  caption: string;
  shareToFeed: boolean;
  thumbOffsetMs: number | null;
  audioName: string | null;
  collaborators: readonly string[];
  locationId: string | null;
  userTags: readonly UserTag[];
  /** The first comment, which is written after the publication. */
  firstComment: string;
  /** By item, in order; null leaves the item unchanged. */
  fit: readonly (FitMode | null)[];
}

/** The content snapshot of a post: everything that an approver saw. */
export interface ContentSnapshot extends PostContent {
  mediaType: MediaType;
  /** The target Instagram account; null while there was none. */
  account: string | null;
  /** Not part of the approved content: another due time needs no new approval. */
  scheduledTime: string | null;
  media: readonly { fileId: string; sha256: string; kind: string; altText: string | null }[];
}
