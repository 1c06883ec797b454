import type { ConnectedAccount } from '../../instagram/connection/accounts.ts';
import {
  permissionMissing,
  tokenInvalid,
  type InstagramIssue,
} from '../../instagram/graph/errors.ts';
import { InstagramError } from '../../instagram/graph/graph.ts';
import { capabilitiesOf } from '../../instagram/graph/logins.ts';
import { mayPublish } from '../../instagram/tokens/permissions.rules.ts';
import { ACCOUNT_THROTTLE_MS } from '../publishing.rules.ts';
import type { Step, StepDependencies } from './step.ts';
import type { EngineEvent } from '../transition-events.ts';

/**
 * At most every ten minutes for each connection. A check that fails holds nothing.
 * @returns undefined when the account may publish, or was not checked
 */
export async function checkAccount(
  step: Step,
  deps: StepDependencies,
): Promise<EngineEvent | undefined> {
  const { account } = step;
  const { accounts, publishing, log } = deps;
  if (!(await accounts.claimCheck(account))) return undefined;
  const logUnchecked = (error: unknown): undefined => {
    if (!(error instanceof InstagramError)) throw error;
    log.info({ code: error.issue.code }, 'an account could not be checked');
  };
  const [scopes, quota] = await Promise.all([
    // The app makes this call in its own name: a refusal concerns the app and not the owner. Without it, only the
    // refusal of a call for a post, confirmed by another, shows a loss.
    capabilitiesOf[account.login].inspectsTokens
      ? publishing.scopesOf(account).catch(logUnchecked)
      : undefined,
    publishing
      .quota(account)
      .catch((error: unknown) => asReconnectError(error) ?? logUnchecked(error)),
  ]);
  if (quota instanceof InstagramError) return refuseAccount(quota.issue, step, deps);
  if (quota !== undefined) await accounts.saveQuota(account, quota);
  if (scopes === null) return refuseAccount(tokenInvalid, step, deps);
  const isPermitted = scopes === undefined || mayPublish(scopes);
  return isPermitted ? undefined : refuseAccount(permissionMissing, step, deps);
}

const asReconnectError = (error: unknown): InstagramError | undefined =>
  error instanceof InstagramError && error.issue.class === 'reconnect' ? error : undefined;

/** An error of a call of the preparation. What concerns the account is written there, for all of its posts. */
export async function toFailureEvent(
  error: unknown,
  step: Step,
  deps: StepDependencies,
): Promise<EngineEvent> {
  if (!(error instanceof InstagramError)) throw error;
  return reportIssue({ issue: error.issue, label: undefined }, step, deps);
}

/** `label` names the item of a carousel. */
export async function reportIssue(
  { issue, label }: { issue: InstagramIssue; label: string | undefined },
  step: Step,
  deps: StepDependencies,
): Promise<EngineEvent> {
  const { post, account } = step;
  const { code } = issue;
  if (issue.class === 'reconnect' || issue.class === 'blocked') {
    return refuseAccount(issue, step, deps);
  }
  // The limit of containers does not delay posts that are prepared already.
  if (issue.class === 'rate_limited') {
    const ms = issue.waitMs ?? ACCOUNT_THROTTLE_MS.rate_limited;
    await deps.accounts.throttle(account, { reason: issue.class, code }, ms);
  }
  if (issue.class === 'bug') {
    deps.log.warn({ postId: post.id, code }, 'Instagram found our call wrong');
  }
  return { kind: 'preparation_failed', issue, label };
}

export async function refuseAccount(
  issue: InstagramIssue,
  { post, account }: Step,
  deps: StepDependencies,
): Promise<EngineEvent> {
  await markRefusedAccount(issue, account, deps);
  const marked = await deps.accounts.accountOf(post.workspace_id, account.igUserId);
  // It may have been disconnected meanwhile, and another one stands in for it.
  const isSame = marked?.connectionId === account.connectionId;
  return { kind: 'account_refused', account: isSame ? marked : account, issue };
}

export async function markRefusedAccount(
  issue: InstagramIssue,
  account: ConnectedAccount,
  { accounts }: Pick<StepDependencies, 'accounts'>,
): Promise<void> {
  const { class: reason, code } = issue;
  if (reason === 'blocked') {
    await accounts.throttle(account, { reason, code }, ACCOUNT_THROTTLE_MS.blocked);
  } else {
    await accounts.markForReconnect(account, code);
  }
}
