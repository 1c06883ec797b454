import { newId } from '../ids.ts';
import { resolveDoubt } from './doubt.ts';
import type { Hour } from './hour.ts';
import { endedTooLate, ourFault, type Move } from './moves.ts';
import { isTooLate, prepare, type StepDependencies } from './prepare.ts';
import type { ClaimedPost } from './publishing.repository.ts';
import {
  CLAIM_AHEAD_MS,
  EXPIRY_MS,
  GIVE_UP_MS,
  NET_MS,
  troubleDelayMs,
} from './publishing.rules.ts';
import type { Recorder } from './record.ts';

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

export type AdvancePost = ReturnType<typeof createAdvancePost>;

/**
 * The one function that moves a post: claim it, take its one next step, record what was decided.
 * Whoever comes may call it, as often as they like; the row says whether there is anything to do.
 */
export function createAdvancePost(deps: StepDependencies & { recorder: Recorder; hour: Hour }) {
  const { repository, containers, recorder, hour, observe, log } = deps;

  async function decide(post: ClaimedPost): Promise<Move | undefined> {
    switch (post.stage) {
      case 'preparing':
        return prepare(post, deps);
      case 'prepared':
        return atTheHour(post);
      case 'publishing': // whoever wrote the intent is gone: it may have been sent
      case 'doubt':
        return resolveDoubt(post, deps);
      case 'idle':
        return undefined;
    }
  }

  /** The safety net: the hour claims prepared posts by itself, unless something stands in the way. */
  async function atTheHour(post: ClaimedPost): Promise<Move | undefined> {
    if (post.due_in_ms < -GIVE_UP_MS) return endedTooLate(post);
    const container =
      post.container_id === null ? undefined : await containers.find(post.container_id);
    const isUsable =
      container?.state === 'finished' &&
      container.revision === post.revision &&
      (post.good_until?.getTime() ?? 0) > post.scheduled_time.getTime() &&
      (post.good_for_ms ?? 0) > 0;
    const account = await deps.accounts.accountOf(post.workspace_id);
    const isReady = account?.heldUp === null && account.igUserId === post.ig_user_id;
    // Preparing finds out, and tells, what is wrong.
    if (!isUsable || !isReady) return { kind: 'prepare-again', ms: 0 };
    if (isTooLate(post)) return endedTooLate(post);
    if (post.due_in_ms > CLAIM_AHEAD_MS) return { kind: 'wait', ms: post.due_in_ms + NET_MS };
    if (await deps.neighbours.isBehindTwin(post)) return behindTwin;
    await repository.release(post.id, post.fence);
    await hour.run(post.id);
    return undefined;
  }

  return async function advancePost(postId: string): Promise<void> {
    const post = await repository.claim(postId);
    if (post === undefined) return;
    await observe('claimed', postId);
    const held = { id: post.id, fence: post.fence, workspace_id: post.workspace_id };
    let move: Move | undefined;
    try {
      move = await decide(post);
    } catch (error) {
      const reference = newId().slice(-12);
      log.error({ error, postId, reference }, 'a step failed');
      const isPast = post.due_in_ms < -EXPIRY_MS && post.intent_at === null;
      move = isPast
        ? ourFault(reference)
        : { kind: 'wait', ms: troubleDelayMs(post.looks), isLook: true };
    }
    if (move === undefined) return;
    await recorder.record(held, move);
    if (move.kind === 'prepared') await observe('prepared', postId);
  };
}
