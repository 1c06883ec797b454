import type { StepDependencies } from './step-dependencies.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { ConnectedAccount, AccountHoldReason } from '../instagram/connection/accounts.ts';
import { storyRefused } from '../instagram/graph/errors.ts';
import { InstagramError } from '../instagram/graph/graph.ts';
import {
  issueForAccountHold,
  checkAccount,
  holdForReconnect,
  quotaIssue,
} from './account-check.ts';
import type { ContainerFailures, CreatedContainer } from './containers.repository.ts';
import {
  transitionAfterStoryRefusal,
  endTooLate,
  endUnconfirmed,
  endWithoutAccount,
  failWith,
  retryWithIssue,
  mayBeTemporary,
  toPostIssue,
  OTHER_ACCOUNT,
  endWithInternalError,
  unverifiable,
  type Transition,
  type PostIssue,
} from './transitions.ts';
import { transitionWhileConverting, transitionForRefusedMedia } from './media-check.ts';
import { ensureContainers, retryContainer, type ContainerFailure } from './containers.ts';
import { planContainers, type ContainerFile } from './container-plan.ts';
import type { ClaimedPost } from './claimed-post.ts';
import {
  CONTAINER_LIFE_MS,
  EDIT_DEBOUNCE_MS,
  EDIT_DEBOUNCE_CUTOFF_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  ACCOUNT_HOLD_CHECK_MS,
  ACCOUNT_THROTTLE_MS,
  PREPARE_AHEAD_MS,
  retryDelayMs,
} from './publishing.rules.ts';
import { reconcileOutage } from './outage.ts';

export async function prepare(post: ClaimedPost, deps: StepDependencies): Promise<Transition> {
  const transition = await decidePreparation(post, deps);
  // The outage window is not reconciled. For a day the owner may still connect the account that can decide
  // it.
  const isUnknown =
    transition.kind === 'ended' &&
    transition !== unverifiable &&
    post.outage_since !== null &&
    post.due_in_ms <= 0;
  if (!isUnknown) return transition;
  return post.due_in_ms < -GIVE_UP_MS
    ? unverifiable
    : { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue: transition.issue };
}

async function decidePreparation(post: ClaimedPost, deps: StepDependencies): Promise<Transition> {
  const account = await deps.accounts.accountOf(post.workspace_id, post.target_ig_user_id);
  if (post.due_in_ms < -GIVE_UP_MS && !isStillListed(post)) return endTooLate(post);
  const files = await deps.containers.filesOf(post.id);
  const unfit = transitionForRefusedMedia(post, files);
  // The outage window is reconciled first, whatever the state of the file.
  if (unfit !== undefined && post.outage_since === null) return unfit;
  if (account === undefined) return waitForConnection(post);
  if (post.target_ig_user_id !== null && post.target_ig_user_id !== account.igUserId) {
    return requestAccountConfirmation(post, post.target_ig_user_id, account, deps);
  }
  if (account.holdReason !== null) return waitForAccount(post, account, account.holdReason, deps);
  const wait = waitForPrepareWindow(post);
  if (wait !== undefined) return wait;
  try {
    if (post.outage_since !== null) return await reconcileOutage(post, account, deps);
    return (
      (await checkAccount(account, deps)) ?? (await ensurePrepared(post, account, files, deps))
    );
  } catch (error) {
    if (!(error instanceof InstagramError)) throw error;
    return transitionAfterError({ issue: error.issue }, post, account, deps);
  }
}

/** An account lists media permanently, but stories for one day; the backup may be older. */
const isStillListed = (post: ClaimedPost): boolean =>
  post.outage_since !== null && post.media_type !== 'STORIES';

/**
 * A publication now would surprise the owner: no call was made, and Instagram did not cause the delay.
 * With an intent the post may be out, and is tried for GIVE_UP_MS.
 */
export const isTooLate = (post: ClaimedPost): boolean =>
  post.due_in_ms < -EXPIRY_MS && post.intent_at === null && !post.late_excused;

/** The owner is notified while there is time to connect an account. */
function waitForConnection(post: ClaimedPost): Transition {
  if (post.due_in_ms <= 0) return endWithoutAccount(post);
  if (post.due_in_ms > PREPARE_AHEAD_MS) {
    return { kind: 'wait', ms: post.due_in_ms - PREPARE_AHEAD_MS };
  }
  return {
    kind: 'wait',
    ms: post.due_in_ms,
    issue: {
      code: 'no-account',
      cause: 'Conecte uma conta do Instagram até a hora deste post para que ele saia.',
      action: 'reconnect',
      notificationKey: `no-account:${post.workspace_id}:${dayKey(post.scheduled_time)}`,
    },
  };
}

/** Waits until the owner has stopped editing, and after a restore until no earlier call can take effect. */
function waitForPrepareWindow(post: ClaimedPost): Transition | undefined {
  if ((post.quiet_in_ms ?? 0) > 0) return { kind: 'wait', ms: post.quiet_in_ms ?? 0 };
  // The evidence of a story is gone after a day.
  if (post.outage_since !== null && post.media_type === 'STORIES') return undefined;
  if (post.due_in_ms > PREPARE_AHEAD_MS) {
    return { kind: 'wait', ms: post.due_in_ms - PREPARE_AHEAD_MS };
  }
  const editing = Math.min(
    EDIT_DEBOUNCE_MS - (post.since_edit_ms ?? EDIT_DEBOUNCE_MS),
    post.due_in_ms - EDIT_DEBOUNCE_CUTOFF_MS,
  );
  return editing > 0 ? { kind: 'wait', ms: editing } : undefined;
}

async function requestAccountConfirmation(
  post: ClaimedPost,
  targetId: string,
  account: ConnectedAccount,
  { accounts }: StepDependencies,
): Promise<Transition> {
  const target = (await accounts.usernameOf(targetId)) ?? 'outra conta';
  const question: PostIssue = {
    code: OTHER_ACCOUNT,
    cause: `Este post foi feito para @${target}, e a conta conectada agora é @${account.username}.`,
    action: 'confirm_account',
    isAccountWide: true,
    notificationKey: `${OTHER_ACCOUNT}:${targetId}:${account.connectionId}:${dayKey(post.scheduled_time)}`,
  };
  const isOver = post.due_in_ms < -EXPIRY_MS;
  return isOver
    ? endUnconfirmed(post, question)
    : { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue: question };
}

/** Limits end without an action of a user. */
export const isTemporaryHold = (
  holdReason: AccountHoldReason | null,
): holdReason is 'rate_limited' | 'quota' =>
  holdReason === 'rate_limited' || holdReason === 'quota';

export async function waitForAccount(
  post: ClaimedPost,
  account: ConnectedAccount,
  holdReason: AccountHoldReason,
  { conflictingPosts }: StepDependencies,
): Promise<Transition> {
  const issue = issueForAccountHold(account, holdReason);
  // A hold that needs the owner fails the post when it may no longer be late.
  const endsLate = !isTemporaryHold(holdReason);
  if (endsLate && isTooLate(post)) return { kind: 'ended', status: 'failed', issue };
  const wait = { kind: 'wait', ms: ACCOUNT_HOLD_CHECK_MS, issue } as const;
  if (endsLate) return wait;
  // Our own posts have used up the quota until the oldest of them no longer counts.
  const quotaFreeInMs =
    holdReason === 'quota' ? await conflictingPosts.quotaFreeInMs(account.igUserId) : 0;
  const forecastMs = Math.max(0, account.throttledForMs ?? 0, quotaFreeInMs);
  return { ...wait, isDelayedByInstagram: true, forecastMs };
}

async function ensurePrepared(
  post: ClaimedPost,
  account: ConnectedAccount,
  files: readonly ContainerFile[],
  deps: StepDependencies,
): Promise<Transition> {
  const { containers, publishing } = deps;
  const converting = transitionWhileConverting(post, files);
  if (converting !== undefined) return converting;
  const [liveContainers, failures] = [
    await containers.findLive(post, account.igUserId),
    await containers.failuresOf(post),
  ];
  // A container in progress is finished, but no new one is created for a post that is too late.
  if (liveContainers.length === 0 && isTooLate(post)) return endTooLate(post);
  const context = { post, account, failures, deps };
  const containerPlan = planContainers(post, files);
  const children = await ensureContainers(containerPlan.children, liveContainers, context);
  if (children.kind === 'transition') return children.transition;
  if (children.kind === 'failed') return transitionAfterFailure(children.failure, context);
  const main = containerPlan.main(children.containers.map((child) => child.graph_id));
  const ready = await ensureContainers([main], liveContainers, context);
  if (ready.kind === 'transition') return ready.transition;
  if (ready.kind === 'failed') return transitionAfterFailure(ready.failure, context);
  const [container] = ready.containers;
  if (container === undefined) throw new Error('nothing to publish was made');
  const stories = post.media_type === 'STORIES' ? await publishing.liveStories(account) : null;
  const usedContainers = [...children.containers, container];
  const hasMatch = children.hasCopyrightMatch || ready.hasCopyrightMatch;
  const issue = hasMatch ? copyrightIssue(post) : await quotaIssue(post, account, deps);
  return {
    kind: 'prepared',
    preparation: {
      container: container.id,
      account: account.igUserId,
      goodUntil: expiryOf(usedContainers),
      liveStories: stories === null ? null : stories.map(({ id }) => id),
    },
    containerIds: usedContainers.map(({ id }) => id),
    ...(issue === undefined ? {} : { issue }),
  };
}

const expiryOf = (containers: readonly CreatedContainer[]): Date =>
  new Date(Math.min(...containers.map((one) => one.born_at.getTime())) + CONTAINER_LIFE_MS);

/** Instagram accepts the video and may mute or hide it, so the owner decides. */
const copyrightIssue = (post: ClaimedPost): PostIssue => ({
  code: 'copyright',
  cause:
    'O Instagram encontrou conteúdo com direitos autorais neste vídeo e pode silenciá-lo ou bloqueá-lo. Troque o vídeo ou o som.',
  action: 'change_media',
  notificationKey: `copyright:${post.id}:${post.revision}`,
});

function transitionAfterFailure(
  failure: ContainerFailure,
  context: {
    post: ClaimedPost;
    account: ConnectedAccount;
    failures: ReadonlyMap<string, ContainerFailures>;
    deps: StepDependencies;
  },
): Transition | Promise<Transition> {
  const { post, account, failures, deps } = context;
  if (failure.issue.class === 'new_container') return retryContainer(failure, failures, post);
  return transitionAfterError(
    { issue: failure.issue, label: failure.spec.label },
    post,
    account,
    deps,
  );
}

async function transitionAfterError(
  { issue, label }: { issue: ContainerFailure['issue']; label?: string | undefined },
  post: ClaimedPost,
  account: ConnectedAccount,
  deps: StepDependencies,
): Promise<Transition> {
  switch (issue.class) {
    case 'transient':
    case 'not_ready':
    case 'new_container':
      if (isTooLate(post)) return endTooLate(post);
      return { kind: 'wait', ms: retryDelayMs(post.poll_count), issue, isPoll: true };
    case 'rate_limited':
    case 'quota': {
      const ms = issue.waitMs ?? ACCOUNT_THROTTLE_MS[issue.class];
      // The limit of containers does not delay posts that are prepared already.
      if (issue.class === 'rate_limited') {
        await deps.accounts.throttle(account, { reason: issue.class, code: issue.code }, ms);
      }
      return { kind: 'wait', ms, issue, isDelayedByInstagram: true, forecastMs: ms };
    }
    case 'blocked': {
      const throttleCause = { reason: issue.class, code: issue.code };
      await deps.accounts.throttle(account, throttleCause, ACCOUNT_THROTTLE_MS.blocked);
      const updatedAccount = await deps.accounts.accountOf(post.workspace_id, account.igUserId);
      return waitForAccount(post, updatedAccount ?? account, 'blocked', deps);
    }
    case 'reconnect':
      return holdForReconnect(issue, account, deps);
    case 'content':
      return issue.code === storyRefused.code
        ? transitionAfterStoryRefusal(post, toPostIssue(issue, label))
        : failWith(issue, label);
    case 'bug':
      if (mayBeTemporary(issue, post)) return retryWithIssue(toPostIssue(issue, label), post);
      deps.log.error({ postId: post.id, code: issue.code }, 'Instagram found our call wrong');
      return endWithInternalError(`${issue.code}-${post.id.slice(-8)}`);
  }
}
