import type { Issue } from '@pontual/contract/posts/issues.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

/** A post or a part of it; without an account only its id decides. */
type PostLike = Pick<Post, '_id'> &
  Partial<Pick<Post, 'status' | 'instagramAccountId' | 'errorAction' | 'demo' | 'planB'>>;

export type IsAtRisk = (post: PostLike) => boolean;

/** Whether a need is about an account that publishes nothing. */
export const blocksAccount = ({ kind }: Pick<Issue, 'kind'>): boolean =>
  kind === 'disconnected' || kind === 'restricted';

/** Decides by the needs which posts are at risk; `firstAccount` publishes posts that name no account. */
export function createIsAtRisk(
  needs: readonly Issue[] | undefined,
  firstAccount: string | null,
): IsAtRisk {
  const ids = new Set<string>();
  const blockedAccounts = new Set<string>();
  for (const { kind, account, postIds } of needs ?? []) {
    if (kind === 'failed' || kind === 'unknown_outcome') continue;
    for (const id of postIds) ids.add(id);
    if (blocksAccount({ kind }) && account !== null)
      blockedAccounts.add(account.instagramAccountId);
  }
  return (post) => {
    const { status = 'scheduled', demo = false, planB = null } = post;
    if ((status !== 'scheduled' && status !== 'pending') || demo || planB === 'by_hand') {
      return false;
    }
    if (ids.has(post._id)) return true;
    // A need names a limited number of posts: for the others its account decides.
    if (post.instagramAccountId === undefined) return false;
    return blockedAccounts.has(post.instagramAccountId ?? firstAccount ?? '');
  };
}

const failedStatuses: ReadonlySet<Post['status']> = new Set(['failed', 'error', 'expired']);

/** 0 is the worst: failed, at risk, pending, all others. */
export function severityRank(post: Post, isAtRisk: IsAtRisk): number {
  if (failedStatuses.has(post.status)) return 0;
  if (isAtRisk(post)) return 1;
  return post.status === 'pending' ? 2 : 3;
}

/** The `most` worst posts, and then the others; both in the order in which they come. */
export function prioritizeWorst(
  posts: readonly Post[],
  isAtRisk: IsAtRisk,
  visibleCount: number,
): readonly Post[] {
  if (posts.length <= visibleCount) return posts;
  const ranked = posts.toSorted((a, b) => severityRank(a, isAtRisk) - severityRank(b, isAtRisk));
  const shown = new Set(ranked.slice(0, visibleCount));
  return posts.toSorted((a, b) => Number(shown.has(b)) - Number(shown.has(a)));
}
