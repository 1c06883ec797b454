import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Owner } from './users.ts';

export interface TrackedPost {
  id: string;
  type: MediaType;
  owner: Owner;
  /** SHA-256 of every file that it ever had; the ledger identifies its media by them. */
  shas: Set<string>;
  /** The captions that its medium may have: the last accepted one and any with an unknown result. */
  captions: Set<string>;
  /** False if nothing on Instagram distinguishes it from another post. */
  isIdentifiable: boolean;
  /** `unknown` if the response to its deletion was lost. */
  deletion: 'none' | 'unknown' | 'accepted';
  /** The earliest allowed publication by the last edit of its owner; the due time in its row also counts. */
  notBeforeMs: number;
  accounts: Set<string>;
  allowedOutcomes: Set<string>;
  history: string[];
}

export const createTrackedPost = (
  post: Pick<TrackedPost, 'id' | 'type' | 'owner' | 'notBeforeMs'> & {
    caption: string;
    shas: readonly string[];
    isIdentifiable?: boolean;
  },
): TrackedPost => ({
  id: post.id,
  type: post.type,
  owner: post.owner,
  notBeforeMs: post.notBeforeMs,
  shas: new Set(post.shas),
  captions: new Set([post.caption]),
  isIdentifiable: (post.isIdentifiable ?? true) && post.type !== 'STORIES' && post.caption !== '',
  deletion: 'none',
  accounts: new Set([post.owner.igUserId]),
  allowedOutcomes: new Set(),
  history: [],
});
