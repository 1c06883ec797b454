import { dayKey } from '@pontual/contract/brasilia-time.ts';
import type { ConnectedAccount, HeldUp } from '../instagram/instagram.accounts.ts';
import {
  heldUpProblem,
  permissionMissing,
  problemOf,
  tokenGone,
} from '../instagram/instagram.errors.ts';
import { mayPublish } from '../instagram/instagram.granted.rules.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import type { Move, Problem } from './moves.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import { HELD_UP_LOOK_MS } from './publishing.rules.ts';
import type { StepDependencies } from './prepare.ts';

/** What holds the account up, told to its owner once for each time. */
export function accountProblem(account: ConnectedAccount, heldUp: HeldUp): Problem {
  const said = problemOf(account.heldUpCode);
  const { code, cause, action } = said?.class === heldUp ? said : heldUpProblem(heldUp);
  const told = { code, cause, action, isOfAccount: true } as const;
  switch (heldUp) {
    case 'reconnect':
      return { ...told, noticeKey: `reconnect:${account.connectionId}` };
    case 'blocked':
      return {
        ...told,
        noticeKey: `blocked:${account.connectionId}:${account.pausedUntil?.getTime() ?? 0}`,
      };
    case 'rate_limited':
    case 'quota':
      return {
        ...told,
        noticeKey: `${heldUp}:${account.connectionId}:${dayKey(account.pausedUntil ?? new Date(0))}`,
      };
  }
}

/**
 * Before anything is made, and at most every ten minutes for one connection: is the token good, may
 * it publish, how much of the day's quota is used? What cannot be learnt now holds nothing up.
 */
export async function checkAccount(
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Move | undefined> {
  const { accounts, publishing, log } = deps;
  if (!(await accounts.takeCheck(account))) return undefined;
  const notLearnt = (error: unknown): undefined => {
    if (!(error instanceof InstagramError)) throw error;
    log.info({ code: error.problem.code }, 'an account could not be checked');
  };
  const [scopes, quota] = await Promise.all([
    // Asked in the name of the app: a refusal is about the app, and no matter of the owner's.
    publishing.scopesOf(account).catch(notLearnt),
    publishing.quota(account).catch((error: unknown) => askedAnew(error) ?? notLearnt(error)),
  ]);
  if (quota instanceof InstagramError) return heldForOwner(quota.problem, account, deps);
  if (quota !== undefined) await accounts.saveQuota(account, quota);
  if (scopes === null) return heldForOwner(tokenGone, account, deps);
  const isEnough = scopes === undefined || mayPublish(scopes);
  return isEnough ? undefined : heldForOwner(permissionMissing, account, deps);
}

/** A refusal that only a new authorisation mends. */
const askedAnew = (error: unknown): InstagramError | undefined =>
  error instanceof InstagramError && error.problem.class === 'reconnect' ? error : undefined;

/** Nothing goes out through this connection until its owner has authorised again. */
export async function heldForOwner(
  problem: Pick<Problem, 'code' | 'cause' | 'action'>,
  account: ConnectedAccount,
  { accounts }: StepDependencies,
): Promise<Move> {
  await accounts.markForReconnect(account, problem.code);
  const { noticeKey } = accountProblem(account, 'reconnect');
  const { code, cause, action } = problem;
  return {
    kind: 'wait',
    ms: HELD_UP_LOOK_MS,
    problem: {
      code,
      cause,
      action,
      isOfAccount: true,
      ...(noticeKey === undefined ? {} : { noticeKey }),
    },
  };
}

/** When the account has more posts before this one than Instagram lets it publish in 24 hours. */
export async function quotaWarning(
  post: ClaimedPost,
  account: ConnectedAccount,
  { neighbours }: StepDependencies,
): Promise<Problem | undefined> {
  const outlook = await neighbours.quotaOutlook(post, account.igUserId);
  if (outlook === undefined || outlook.before < outlook.total) return undefined;
  return {
    code: 'quota-ahead',
    cause: `A conta deve chegar ao limite de ${outlook.total} posts do Instagram em 24 horas antes deste. Ele sai assim que houver vaga.`,
    action: 'wait',
    noticeKey: `quota:${account.connectionId}:${dayKey(post.scheduled_time)}`,
  };
}
