import type { Clock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { checkAccount } from './account-check.ts';
import { reconcileOutcome } from './reconcile.ts';
import type { Dispatcher } from './dispatcher.ts';
import { endTooLate, endWithInternalError, unverifiable, type Transition } from './transitions.ts';
import { transitionWhileAwaiting } from './awaiting-approval.ts';
import {
  transitionAfterReconciling,
  detectManualPublication,
  transitionWhileManual,
} from './manual-publishing.ts';
import { transitionWhilePaused } from './pause-hold.ts';
import { isTooLate, isTemporaryHold, prepare, waitForAccount } from './prepare.ts';
import type { StepDependencies } from './step-dependencies.ts';
import type { ClaimedPost } from './claimed-post.ts';
import {
  CLAIM_AHEAD_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  SAFETY_CHECK_DELAY_MS,
  retryDelayMs,
} from './publishing.rules.ts';
import type { Recorder } from './recorder.ts';
import type { FencedPost } from './fenced-post.ts';
import { isRuleActive } from './removable-rules.ts';

/** The lease lasts 60 s. */
const RENEW_LEASE_MS = 20_000;
const IDENTICAL_POST_CHECK_MS = 5000;

/** Instagram cannot distinguish this post from one with an unknown outcome, so that one comes first. */
const waitForIdenticalPost: Transition = {
  kind: 'wait',
  ms: IDENTICAL_POST_CHECK_MS,
  isDelayedByInstagram: true,
  issue: {
    code: 'behind-identical-post',
    cause: 'Este post sai assim que o Instagram confirmar outro igual desta conta.',
    action: 'wait',
  },
};

const transitionOnHold = (post: ClaimedPost): Transition | undefined =>
  (isRuleActive('whileByHand') ? transitionWhileManual(post) : undefined) ??
  transitionWhilePaused(post) ??
  (isRuleActive('whileAwaiting') ? transitionWhileAwaiting(post) : undefined);

interface AdvanceDependencies extends StepDependencies {
  recorder: Recorder;
  dispatcher: Dispatcher;
  clock: Clock;
}

export type AdvancePost = ReturnType<typeof createAdvancePost>;

/** Any caller may call it at any time; the row decides whether a step is due. */
export function createAdvancePost(deps: AdvanceDependencies) {
  const { repository, containers, recorder, dispatcher, clock, observe, log } = deps;

  async function decideTransition(post: ClaimedPost): Promise<Transition | undefined> {
    switch (post.publication_state) {
      case 'preparing':
        return transitionOnHold(post) ?? prepare(post, deps);
      case 'prepared':
        return transitionOnHold(post) ?? checkPrepared(post);
      case 'publishing': // The worker that wrote the intent is gone: the call may have been sent.
      case 'reconciling':
        return reconcile(post);
      case 'idle':
        return undefined;
    }
  }

  async function reconcile(post: ClaimedPost): Promise<Transition> {
    if (!isRuleActive('R4') && post.container_id !== null) return { kind: 'publish-again', ms: 0 };
    const transition = await reconcileOutcome(post, deps);
    return isRuleActive('whileByHand') ? transitionAfterReconciling(post, transition) : transition;
  }

  /** A safety net: the dispatcher claims prepared posts by itself, unless something holds them. */
  async function checkPrepared(post: ClaimedPost): Promise<Transition | undefined> {
    if (post.due_in_ms < -GIVE_UP_MS) return endTooLate(post);
    const container =
      post.container_id === null ? undefined : await containers.find(post.container_id);
    const isUsable =
      container?.state === 'finished' &&
      container.revision === post.revision &&
      post.outage_since === null &&
      (post.good_until?.getTime() ?? 0) > post.scheduled_time.getTime() &&
      (post.good_for_ms ?? 0) > 0;
    const account = await deps.accounts.accountOf(post.workspace_id, post.ig_user_id);
    const isTargetAccount = account !== undefined && account.igUserId === post.ig_user_id;
    // A throttle ends by itself: the post keeps its container and its position.
    if (isUsable && isTargetAccount && isTemporaryHold(account.holdReason)) {
      return waitForAccount(post, account, account.holdReason, deps);
    }
    if (!isUsable || !isTargetAccount || account.holdReason !== null)
      return { kind: 'prepare-again', ms: 0 };
    if (isTooLate(post)) return endTooLate(post);
    if (post.due_in_ms > CLAIM_AHEAD_MS) {
      const isOnHold = (await checkAccount(account, deps)) !== undefined;
      if (isOnHold) return { kind: 'prepare-again', ms: 0 };
      return { kind: 'wait', ms: post.due_in_ms + SAFETY_CHECK_DELAY_MS, keepsIssue: true };
    }
    if (await deps.conflictingPosts.hasIdenticalInFlight(post)) return waitForIdenticalPost;
    const manualTransition = await detectManualPublication(post, account, deps);
    if (manualTransition !== undefined) return manualTransition;
    await repository.release(post.id, post.fence);
    await dispatcher.run(post.id);
    return undefined;
  }

  /** A step may wait for its turn at Instagram for longer than a lease lasts. */
  function startLeaseRenewal({ id, fence }: FencedPost): () => void {
    let stop = () => {};
    const renewLater = () => {
      stop = clock.after(RENEW_LEASE_MS, () => {
        repository
          .renew(id, fence)
          .catch((error: unknown) => log.warn({ error, postId: id }, 'a lease was not renewed'));
        renewLater();
      });
    };
    renewLater();
    return () => stop();
  }

  /** Retries until the post expires, or until it is unverifiable if it may be published. */
  function transitionAfterException(error: unknown, post: ClaimedPost): Transition {
    const reference = newId().slice(-12);
    log.error({ error, postId: post.id, reference }, 'a step failed');
    const isPastGiveUp = Math.max(-post.due_in_ms, post.since_intent_ms ?? 0) > GIVE_UP_MS;
    const mayBePublished = post.intent_at !== null || post.outage_since !== null;
    if (mayBePublished && isPastGiveUp) return unverifiable;
    if (!mayBePublished && post.due_in_ms < -EXPIRY_MS) return endWithInternalError(reference);
    return { kind: 'wait', ms: retryDelayMs(post.poll_count), isPoll: true };
  }

  return async function advancePost(postId: string): Promise<void> {
    const post = await repository.claim(postId);
    if (post === undefined) return;
    await observe('claimed', postId);
    const fencedPost = { id: post.id, fence: post.fence, workspace_id: post.workspace_id };
    const stopRenewing = startLeaseRenewal(fencedPost);
    const transition = await decideTransition(post)
      .catch((error: unknown) => transitionAfterException(error, post))
      .finally(stopRenewing);
    if (transition === undefined) return;
    await recorder.record(fencedPost, transition);
    if (transition.kind === 'prepared') await observe('prepared', postId);
  };
}
