import type { Clock } from '../clock.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import { NotSentError } from '../instagram/instagram.transport.ts';
import { noAnswer } from '../instagram/instagram.errors.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { Log } from '../log.ts';
import type { Outcomes } from './outcomes.ts';
import type { Intent } from './claim.ts';
import type { Move } from './moves.ts';
import type { Observe } from './observe.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { CALLS_PER_ACCOUNT } from '../instagram/instagram.turns.ts';
import { createCapacity, SLOTS } from './capacity.ts';
import { newId } from '../ids.ts';
import { createLanes, createSlots } from './slots.ts';
import { INTENT_DEADLINE_MS } from './publishing.rules.ts';
import { createRefusals } from './refusals.ts';

/** After a claim of so many there may be more. */
export const MANY = 200;
/** How soon a doubtful container is read for the first time. */
const FIRST_READ_MS = 3000;

/** When the claim was asked for, by both clocks of this machine. */
interface Instant {
  monotonicMs: number;
  wallMs: number;
}

export type Hour = ReturnType<typeof createHour>;

/**
 * The call at the hour. One statement writes the intents of a set of prepared posts, a monotonic
 * timer sends each at its instant, and the outcomes are written together.
 */
export function createHour(deps: {
  repository: PublishingRepository;
  accounts: InstagramAccounts;
  publishing: InstagramPublishing;
  outcomes: Outcomes;
  clock: Clock;
  observe: Observe;
  log: Log;
}) {
  const { repository, accounts, publishing, outcomes, clock, observe, log } = deps;
  const inHand = new Set<Promise<void>>();
  const slots = createSlots(SLOTS);
  const lanes = createLanes(CALLS_PER_ACCOUNT);
  const capacity = createCapacity();
  const claimedBy = newId();
  const refusals = createRefusals({ accounts, clock });
  let ended = () => {};

  /** Timers can fire a little early; the hour may not. */
  async function until(instant: number): Promise<void> {
    for (let left = 0; (left = instant - clock.monotonicMs()) > 0;) {
      await new Promise<void>((resolve) => void clock.after(Math.ceil(left), resolve));
    }
  }

  /** By either clock: the monotonic one may stand still while the machine sleeps. */
  const isStale = (claimedAt: Instant) =>
    clock.monotonicMs() - claimedAt.monotonicMs > INTENT_DEADLINE_MS ||
    clock.now().getTime() - claimedAt.wallMs > INTENT_DEADLINE_MS;

  /** One intent, from its claim to its outcome; `answeredAt` is monotonic. */
  async function publish(intent: Intent, claimedAt: Instant, answeredAt: number): Promise<void> {
    const held = { id: intent.id, fence: intent.fence, workspace_id: intent.workspace_id };
    // Counted from after the claim, the instant can come late by the answer's way but never early.
    await observe('intended', intent.id);
    await until(answeredAt + intent.wait_ms);
    await outcomes.report({ held, move: await attempt(intent, claimedAt) });
  }

  /** Makes the call, unless it is too late for it when it goes onto the wire; what came of it. */
  async function attempt(intent: Intent, claimedAt: Instant): Promise<Move> {
    const token = accounts.openToken(intent.workspace_id, intent.ig_user_id, intent.page_token);
    await lanes.take(intent.ig_user_id);
    await slots.take();
    const takenAt = clock.monotonicMs();
    try {
      if (refusals.holdBack(intent)) throw new NotSentError('held back');
      await observe('sending', intent.id);
      const account = { igUserId: intent.ig_user_id, token };
      const mayBegin = () => !isStale(claimedAt);
      const mediaId = await publishing.publish(account, intent.graph_id, mayBegin);
      await observe('answered', intent.id);
      return { kind: 'published', mediaId };
    } catch (error) {
      if (error instanceof NotSentError) {
        log.warn({ error, postId: intent.id }, 'a publish was not sent');
        return { kind: 'publish-again', ms: 0, uncounted: 'never-sent' };
      }
      if (!(error instanceof InstagramError)) {
        log.error({ error, postId: intent.id }, 'at the hour');
      }
      const problem = error instanceof InstagramError ? error.problem : noAnswer;
      await refusals
        .heed(problem, intent)
        .catch((failure: unknown) => log.error({ error: failure }, 'a refusal was not heeded'));
      return { kind: 'doubt', ms: FIRST_READ_MS, code: problem.code };
    } finally {
      capacity.heard(clock.monotonicMs() - takenAt);
      slots.give();
      lanes.give(intent.ig_user_id);
    }
  }

  return {
    /**
     * Claims what is due and sees to it in the background; `onlyPostId` for one post alone.
     * @returns how many were claimed.
     */
    async run(onlyPostId: string | null = null): Promise<number> {
      const limit = onlyPostId === null ? capacity.room(inHand.size) : 1;
      if (limit === 0) return 0;
      const claimedAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
      const perAccount = capacity.perAccount();
      const intents = await repository.claimDue({ limit, perAccount, claimedBy, onlyPostId });
      const answeredAt = clock.monotonicMs();
      for (const intent of intents) {
        const call = publish(intent, claimedAt, answeredAt)
          // The outcome was not written: the lease ends and the post is taken up as a doubt.
          .catch((error: unknown) => log.error({ error, postId: intent.id }, 'no outcome written'))
          .finally(() => {
            inHand.delete(call);
            ended();
          });
        inHand.add(call);
      }
      return intents.length;
    },

    /** Has `act` called whenever a call and its outcome are through. */
    onEnd(act: () => void): void {
      ended = act;
    },

    /** Waits for every call under way and its outcome. */
    async settle(): Promise<void> {
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}
