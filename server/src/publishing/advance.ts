import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { checkAccount } from './account-check.ts';
import { resolveDoubt } from './doubt.ts';
import type { Hour } from './hour.ts';
import { endedTooLate, ourFault, unverifiable, type Move } from './moves.ts';
import { whileAwaiting } from './awaiting.ts';
import { afterDoubt, lookForOwners, whileByHand } from './by-hand.ts';
import { whilePaused } from './holding.ts';
import {
  isTooLate,
  passesByItself,
  prepare,
  waitForAccount,
  type StepDependencies,
} from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import {
  CLAIM_AHEAD_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  NET_MS,
  troubleDelayMs,
} from './publishing.rules.ts';
import type { Held, Recorder } from './record.ts';
import { holds } from './removable-rules.ts';

/** The lease lasts 60 s. */
const RENEW_LEASE_MS = 20_000;
/** How often a post looks whether the one before it is through. */
const TWIN_LOOK_MS = 5000;

/** Instagram could not tell it from one that is being verified: it goes out after that one. */
const behindTwin: Move = {
  kind: 'wait',
  ms: TWIN_LOOK_MS,
  onInstagram: true,
  problem: {
    code: 'behind-twin',
    cause: 'Este post sai assim que o Instagram confirmar outro igual desta conta.',
    action: 'wait',
  },
};

/** Somebody has said that it does not go out by itself. */
const stopped = (post: ClaimedPost): Move | undefined =>
  (holds('whileByHand') ? whileByHand(post) : undefined) ??
  whilePaused(post) ??
  (holds('whileAwaiting') ? whileAwaiting(post) : undefined);

interface AdvanceDependencies extends StepDependencies {
  recorder: Recorder;
  hour: Hour;
  clock: Clock;
}

export type AdvancePost = ReturnType<typeof createAdvancePost>;

/**
 * The one function that moves a post: claim it, take its one next step, record what was decided.
 * Whoever comes may call it, as often as they like; the row says whether there is anything to do.
 */
export function createAdvancePost(deps: AdvanceDependencies) {
  const { repository, containers, recorder, hour, clock, observe, log } = deps;

  async function decide(post: ClaimedPost): Promise<Move | undefined> {
    switch (post.stage) {
      case 'preparing':
        return stopped(post) ?? prepare(post, deps);
      case 'prepared':
        return stopped(post) ?? atTheHour(post);
      case 'publishing': // whoever wrote the intent is gone: it may have been sent
      case 'doubt':
        return inDoubt(post);
      case 'idle':
        return undefined;
    }
  }

  async function inDoubt(post: ClaimedPost): Promise<Move> {
    if (!holds('R4') && post.container_id !== null) return { kind: 'publish-again', ms: 0 };
    const move = await resolveDoubt(post, deps);
    return holds('whileByHand') ? afterDoubt(post, move) : move;
  }

  /** The safety net: the hour claims prepared posts by itself, unless something stands in the way. */
  async function atTheHour(post: ClaimedPost): Promise<Move | undefined> {
    if (post.due_in_ms < -GIVE_UP_MS) return endedTooLate(post);
    const container =
      post.container_id === null ? undefined : await containers.find(post.container_id);
    const isUsable =
      container?.state === 'finished' &&
      container.revision === post.revision &&
      post.unseen_since === null &&
      (post.good_until?.getTime() ?? 0) > post.scheduled_time.getTime() &&
      (post.good_for_ms ?? 0) > 0;
    const account = await deps.accounts.accountOf(post.workspace_id, post.ig_user_id);
    const isOurs = account !== undefined && account.igUserId === post.ig_user_id;
    // A limit passes: what is prepared keeps its place in the order.
    if (isUsable && isOurs && passesByItself(account.heldUp)) {
      return waitForAccount(post, account, account.heldUp, deps);
    }
    // Preparing finds out, and tells, what is wrong.
    if (!isUsable || !isOurs || account.heldUp !== null) return { kind: 'prepare-again', ms: 0 };
    if (isTooLate(post)) return endedTooLate(post);
    if (post.due_in_ms > CLAIM_AHEAD_MS) {
      const isHeld = (await checkAccount(account, deps)) !== undefined;
      if (isHeld) return { kind: 'prepare-again', ms: 0 };
      return { kind: 'wait', ms: post.due_in_ms + NET_MS, isKept: true };
    }
    if (await deps.neighbours.isBehindTwin(post)) return behindTwin;
    const theirs = await lookForOwners(post, account, deps);
    if (theirs !== undefined) return theirs;
    await repository.release(post.id, post.fence);
    await hour.run(post.id);
    return undefined;
  }

  /** A step may wait for its turn at Instagram for longer than a lease lasts. */
  function keepLease({ id, fence }: Held): () => void {
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

  /** A fault of ours. Everything ends: what had an intent may have gone out. */
  function afterFault(error: unknown, post: ClaimedPost): Move {
    const reference = newId().slice(-12);
    log.error({ error, postId: post.id, reference }, 'a step failed');
    const isOver = Math.max(-post.due_in_ms, post.since_intent_ms ?? 0) > GIVE_UP_MS;
    const mayBeOut = post.intent_at !== null || post.unseen_since !== null;
    if (mayBeOut && isOver) return unverifiable;
    if (!mayBeOut && post.due_in_ms < -EXPIRY_MS) return ourFault(reference);
    return { kind: 'wait', ms: troubleDelayMs(post.looks), isLook: true };
  }

  return async function advancePost(postId: string): Promise<void> {
    const post = await repository.claim(postId);
    if (post === undefined) return;
    await observe('claimed', postId);
    const held = { id: post.id, fence: post.fence, workspace_id: post.workspace_id };
    const stopRenewing = keepLease(held);
    const move = await decide(post)
      .catch((error: unknown) => afterFault(error, post))
      .finally(stopRenewing);
    if (move === undefined) return;
    await recorder.record(held, move);
    if (move.kind === 'prepared') await observe('prepared', postId);
  };
}
