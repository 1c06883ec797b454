import type { listHeldPosts } from '@pontual/contract/planning/pause.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';

export type HeldPost = DataOf<typeof listHeldPosts>['posts'][number];
export type HeldPostsResolution = 'own' | 'drafts';

/** Null for a post that stays a draft. */
export function resolveHeldPosts(
  heldPosts: readonly HeldPost[],
  resolution: HeldPostsResolution,
  draftIds: ReadonlySet<string>,
): { postId: string; scheduledTime: string | null }[] {
  return heldPosts.map(({ post, proposedTime }) => ({
    postId: post._id,
    scheduledTime: resolution === 'drafts' || draftIds.has(post._id) ? null : proposedTime,
  }));
}
