import type { listHeld } from '@pontual/contract/pause.ts';
import type { DataOf } from '@pontual/contract/endpoint.ts';

export type HeldPost = DataOf<typeof listHeld>['posts'][number];
export type HeldWay = 'own' | 'drafts';

/** What becomes of each held post by the way that was chosen; what was taken out stays a draft. */
export function heldPlan(
  held: readonly HeldPost[],
  way: HeldWay,
  left: ReadonlySet<string>,
): { postId: string; scheduledTime: string | null }[] {
  return held.map(({ post, ownHour }) => ({
    postId: post._id,
    scheduledTime: way === 'drafts' || left.has(post._id) ? null : ownHour,
  }));
}
