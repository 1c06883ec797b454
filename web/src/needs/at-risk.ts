import type { Need } from '@pontual/contract/needs.ts';
import type { Post } from '@pontual/contract/posts.ts';

/** A post or a part of it; without an account only its id decides. */
type Known = Pick<Post, '_id'> &
  Partial<Pick<Post, 'status' | 'instagramAccountId' | 'errorAction' | 'demo' | 'planB'>>;

export type IsAtRisk = (post: Known) => boolean;

/** Whether a need is about an account that publishes nothing. */
export const stopsAccount = ({ kind }: Pick<Need, 'kind'>): boolean =>
  kind === 'disconnected' || kind === 'restricted';

/** Decides by the needs which posts are at risk; `firstAccount` publishes posts that name no account. */
export function atRiskAmong(
  needs: readonly Need[] | undefined,
  firstAccount: string | null,
): IsAtRisk {
  const ids = new Set<string>();
  const stopped = new Set<string>();
  for (const { kind, account, postIds } of needs ?? []) {
    if (kind === 'failed' || kind === 'unknown_outcome') continue;
    for (const id of postIds) ids.add(id);
    if (stopsAccount({ kind }) && account !== null) stopped.add(account.instagramAccountId);
  }
  return (post) => {
    const { status = 'scheduled', demo = false, planB = null } = post;
    if ((status !== 'scheduled' && status !== 'pending') || demo || planB === 'by_hand') {
      return false;
    }
    if (ids.has(post._id)) return true;
    // A need names a limited number of posts: for the others its account decides.
    if (post.instagramAccountId === undefined) return false;
    return stopped.has(post.instagramAccountId ?? firstAccount ?? '');
  };
}

const failed: ReadonlySet<Post['status']> = new Set(['failed', 'error', 'expired']);

/** 0 is the worst: failed, at risk, pending, all others. */
export function rankOf(post: Post, isAtRisk: IsAtRisk): number {
  if (failed.has(post.status)) return 0;
  if (isAtRisk(post)) return 1;
  return post.status === 'pending' ? 2 : 3;
}

/** The `most` worst posts, and then the others; both in the order in which they come. */
export function worstInSight(
  posts: readonly Post[],
  isAtRisk: IsAtRisk,
  most: number,
): readonly Post[] {
  if (posts.length <= most) return posts;
  const ranked = posts.toSorted((a, b) => rankOf(a, isAtRisk) - rankOf(b, isAtRisk));
  const shown = new Set(ranked.slice(0, most));
  return posts.toSorted((a, b) => Number(shown.has(b)) - Number(shown.has(a)));
}
