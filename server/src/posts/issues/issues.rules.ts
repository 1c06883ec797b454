import { UNVERIFIABLE } from '@pontual/contract/posts/issue-codes.ts';
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { ISSUE_POSTS_MAX, type Issue } from '@pontual/contract/posts/issues.ts';
import type { MediaType, PostAction, PostStatus } from '@pontual/contract/posts/posts.ts';
import { issueForHoldReason, findIssueByCode } from '../../instagram/graph/errors.ts';

/** Publishes nothing until its owner acts. */
export interface StoppedAccount {
  ig_user_id: string;
  username: string;
  login: InstagramLogin;
  needs_reconnect: boolean;
  reconnect_code: string | null;
  reconnect_since: Date | null;
  throttle_code: string | null;
  post_ids: string[];
  total: number;
  first_due: Date | null;
}

/** A failed post that is not dismissed, or a scheduled post that is going to fail. */
export interface PostWithIssue {
  id: string;
  media_type: MediaType;
  status: PostStatus;
  scheduled_time: Date;
  error_code: string | null;
  error_message: string | null;
  error_action: PostAction | null;
  account: string | null;
  username: string | null;
}

const DAY_MS = 24 * 3_600_000;

/** For equal severity and due time: an account comes before its posts. */
const kindOrder: readonly Issue['kind'][] = [
  'needs_reconnect',
  'restricted',
  'at_risk',
  'unknown_outcome',
  'failed',
];

const endedStatuses: ReadonlySet<string> = new Set(['failed', 'error', 'expired']);
const hasFailed = ({ status }: PostWithIssue) => endedStatuses.has(status);

/** By severity and due time. An issue of an account absorbs the posts that it affects. */
export function deriveIssues(
  accounts: readonly StoppedAccount[],
  posts: readonly PostWithIssue[],
  now: Date,
): Issue[] {
  const findCause = (post: PostWithIssue) =>
    accounts.find((account) => isCausedByAccount(post, account));
  const postsWithOwnIssue = posts.filter(
    (post) => findCause(post) === undefined && !isResolved(post),
  );
  const accountIssues = accounts.map((account) =>
    accountIssue(
      account,
      posts.filter((post) => hasFailed(post) && findCause(post) === account),
    ),
  );
  const postIssues = [...Map.groupBy(postsWithOwnIssue, groupKey)].map(([id, group]) =>
    postsIssue(id, group, now),
  );
  return [...accountIssues, ...postIssues].toSorted(compareIssues);
}

function isCausedByAccount(post: PostWithIssue, account: StoppedAccount): boolean {
  if (post.account !== account.ig_user_id) return false;
  if (!hasFailed(post)) return true;
  if (account.needs_reconnect) return post.error_action === 'reconnect';
  return findIssueByCode(post.error_code)?.class === 'blocked';
}

/** The cause at the account is fixed, but the next step of the post has not run. */
function isResolved(post: PostWithIssue): boolean {
  const found = findIssueByCode(post.error_code)?.class;
  return !hasFailed(post) && (found === 'reconnect' || found === 'blocked');
}

function accountIssue(account: StoppedAccount, failed: readonly PostWithIssue[]): Issue {
  const blockReason = account.needs_reconnect ? 'reconnect' : 'blocked';
  const storedIssue = findIssueByCode(
    account.needs_reconnect ? account.reconnect_code : account.throttle_code,
    account.login,
  );
  const kind = account.needs_reconnect ? 'needs_reconnect' : 'restricted';
  return {
    id: `${kind}:${account.ig_user_id}`,
    kind,
    severity: 'now',
    account: { instagramAccountId: account.ig_user_id, username: account.username },
    reason: (storedIssue?.class === blockReason ? storedIssue : issueForHoldReason(blockReason))
      .cause,
    since: account.needs_reconnect ? toIsoOrNull(account.reconnect_since) : null,
    postIds: account.post_ids,
    total: account.total,
    failed: failed.length,
    firstDue: toIsoOrNull(account.first_due),
    mediaType: null,
    lastDue: null,
    action: account.needs_reconnect ? 'reconnect' : 'retry_account',
    canDismiss: false,
  };
}

/** A post that may be published is never called failed: its owner would publish it a second time. */
function kindOf(post: PostWithIssue): 'at_risk' | 'unknown_outcome' | 'failed' {
  if (!hasFailed(post)) return 'at_risk';
  return post.error_code === UNVERIFIABLE ? 'unknown_outcome' : 'failed';
}

function groupKey(post: PostWithIssue): string {
  const kind = kindOf(post);
  // Internal errors each have a reference, but are one reason for the user.
  const isOurs = post.status === 'error' && kind === 'failed';
  return `${kind}:${post.account ?? ''}:${isOurs ? 'our-fault' : (post.error_code ?? '')}`;
}

/** An expired post only missed its due time. */
const isCorrectable = ({ status, error_action: action }: PostWithIssue): boolean =>
  status !== 'expired' && (action === 'edit' || action === 'change_media');

function postsIssue(id: string, posts: readonly PostWithIssue[], now: Date): Issue {
  const [first] = posts;
  if (first === undefined) throw new Error('a group of posts is empty');
  const failed = hasFailed(first);
  const isSoon = first.scheduled_time.getTime() - now.getTime() <= DAY_MS;
  const reasons = new Set(posts.map((post) => post.error_message));
  return {
    id,
    kind: kindOf(first),
    severity: failed || isSoon ? 'now' : 'soon',
    account:
      first.account === null || first.username === null
        ? null
        : { instagramAccountId: first.account, username: first.username },
    reason: reasons.size === 1 ? first.error_message : null,
    since: null,
    postIds: posts.slice(-ISSUE_POSTS_MAX).map((post) => post.id),
    total: posts.length,
    failed: 0,
    firstDue: failed ? null : first.scheduled_time.toISOString(),
    mediaType: posts.length === 1 ? first.media_type : null,
    lastDue: toIsoOrNull(posts.at(-1)?.scheduled_time ?? null),
    action: posts.length === 1 && isCorrectable(first) ? 'correct_post' : 'review_posts',
    canDismiss: failed,
  };
}

const toIsoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

const NEVER = '9999';

function compareIssues(one: Issue, other: Issue): number {
  const severity = Number(one.severity === 'soon') - Number(other.severity === 'soon');
  return (
    severity ||
    (one.firstDue ?? NEVER).localeCompare(other.firstDue ?? NEVER) ||
    kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind) ||
    (one.account?.username ?? '').localeCompare(other.account?.username ?? '') ||
    (other.lastDue ?? '').localeCompare(one.lastDue ?? '') ||
    one.id.localeCompare(other.id)
  );
}
