import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { ConnectedAccount, AccountHoldReason } from '../instagram/connection/accounts.ts';
import {
  issueForHoldReason,
  permissionMissing,
  findIssueByCode,
  tokenInvalid,
} from '../instagram/graph/errors.ts';
import { mayPublish } from '../instagram/tokens/permissions.rules.ts';
import { InstagramError } from '../instagram/graph/graph.ts';
import type { Transition, PostIssue } from './transitions.ts';
import type { ClaimedPost } from './claimed-post.ts';
import { ACCOUNT_HOLD_CHECK_MS } from './publishing.rules.ts';
import type { StepDependencies } from './step-dependencies.ts';

/** One notification for each hold; for a limit or a used up quota, one for each day. */
export function issueForAccountHold(
  account: ConnectedAccount,
  holdReason: AccountHoldReason,
): PostIssue {
  const storedIssue = findIssueByCode(account.holdCode);
  const { code, cause, action } =
    storedIssue?.class === holdReason ? storedIssue : issueForHoldReason(holdReason);
  const issue = { code, cause, action, isAccountWide: true } as const;
  switch (holdReason) {
    case 'reconnect':
      return { ...issue, notificationKey: `reconnect:${account.connectionId}` };
    case 'blocked':
      return {
        ...issue,
        notificationKey: `blocked:${account.connectionId}:${account.throttledUntil?.getTime() ?? 0}`,
      };
    case 'rate_limited':
    case 'quota':
      return {
        ...issue,
        notificationKey: `${holdReason}:${account.connectionId}:${dayKey(account.throttledUntil ?? new Date(0))}`,
      };
  }
}

/** At most every ten minutes for each connection. A check that fails holds nothing. */
export async function checkAccount(
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Transition | undefined> {
  const { accounts, publishing, log } = deps;
  if (!(await accounts.claimCheck(account))) return undefined;
  const logUnchecked = (error: unknown): undefined => {
    if (!(error instanceof InstagramError)) throw error;
    log.info({ code: error.issue.code }, 'an account could not be checked');
  };
  const [scopes, quota] = await Promise.all([
    // The app makes this call in its own name: a refusal concerns the app and not the owner.
    publishing.scopesOf(account).catch(logUnchecked),
    publishing
      .quota(account)
      .catch((error: unknown) => asReconnectError(error) ?? logUnchecked(error)),
  ]);
  if (quota instanceof InstagramError) return holdForReconnect(quota.issue, account, deps);
  if (quota !== undefined) await accounts.saveQuota(account, quota);
  if (scopes === null) return holdForReconnect(tokenInvalid, account, deps);
  const isPermitted = scopes === undefined || mayPublish(scopes);
  return isPermitted ? undefined : holdForReconnect(permissionMissing, account, deps);
}

const asReconnectError = (error: unknown): InstagramError | undefined =>
  error instanceof InstagramError && error.issue.class === 'reconnect' ? error : undefined;

export async function holdForReconnect(
  issue: Pick<PostIssue, 'code' | 'cause' | 'action'>,
  account: ConnectedAccount,
  { accounts }: StepDependencies,
): Promise<Transition> {
  await accounts.markForReconnect(account, issue.code);
  const { notificationKey } = issueForAccountHold(account, 'reconnect');
  const { code, cause, action } = issue;
  return {
    kind: 'wait',
    ms: ACCOUNT_HOLD_CHECK_MS,
    issue: {
      code,
      cause,
      action,
      isAccountWide: true,
      ...(notificationKey === undefined ? {} : { notificationKey }),
    },
  };
}

export async function quotaIssue(
  post: ClaimedPost,
  account: ConnectedAccount,
  { conflictingPosts }: StepDependencies,
): Promise<PostIssue | undefined> {
  const forecast = await conflictingPosts.forecastQuota(post, account.igUserId);
  if (forecast === undefined || forecast.before < forecast.total) return undefined;
  return {
    code: 'quota-ahead',
    cause: `A conta deve chegar ao limite de ${forecast.total} posts do Instagram em 24 horas antes deste. Ele sai assim que houver vaga.`,
    action: 'wait',
    notificationKey: `quota:${account.connectionId}:${dayKey(post.scheduled_time)}`,
  };
}
