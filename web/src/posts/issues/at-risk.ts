import type { Issue } from '@pontual/contract/posts/issues.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';

/** Without an account only the id counts. */
type PostLike = Pick<Post, '_id'> &
  Partial<
    Pick<Post, 'status' | 'instagramAccountId' | 'errorAction' | 'demo' | 'manualPublishing'>
  >;

export type IsAtRisk = (post: PostLike) => boolean;

export const blocksAccount = ({ kind }: Pick<Issue, 'kind'>): boolean =>
  kind === 'needs_reconnect' || kind === 'restricted';

/** `firstAccount` publishes posts without an account. */
export function createIsAtRisk(
  issues: readonly Issue[] | undefined,
  firstAccount: string | null,
): IsAtRisk {
  const ids = new Set<string>();
  const blockedAccounts = new Set<string>();
  for (const { kind, account, postIds } of issues ?? []) {
    if (kind === 'failed' || kind === 'unknown_outcome') continue;
    for (const id of postIds) ids.add(id);
    if (blocksAccount({ kind }) && account !== null)
      blockedAccounts.add(account.instagramAccountId);
  }
  return (post) => {
    const { status = 'scheduled', demo = false, manualPublishing = null } = post;
    if ((status !== 'scheduled' && status !== 'pending') || demo || manualPublishing === 'manual') {
      return false;
    }
    if (ids.has(post._id)) return true;
    // An issue names a limited number of posts; for the others the account decides.
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
