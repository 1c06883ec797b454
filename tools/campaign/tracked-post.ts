import type { MediaType } from '@pontual/contract/posts/posts.ts';
import type { Owner } from './users.ts';

/** A post as the campaign remembers it, whatever becomes of the database. */
export interface TrackedPost {
  id: string;
  type: MediaType;
  owner: Owner;
  /** Of everything it ever showed: in the ledger they say whose a medium is. */
  shas: Set<string>;
  /** Those its medium may have: the last that was accepted, and any whose answer was lost. */
  captions: Set<string>;
  /** False where Instagram shows nothing that tells it from another. */
  isIdentifiable: boolean;
  /** Its deletion was accepted (or may have been). */
  deletion: 'none' | 'unknown' | 'accepted';
  /** The earliest it may appear, by its owner's last word; the row's own hour counts besides. */
  notBeforeMs: number;
  /** Where it may appear. */
  accounts: Set<string>;
  /** What it may end with, unpublished, and be right. */
  allowedOutcomes: Set<string>;
  /** What was done to it. */
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
