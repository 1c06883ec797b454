import type { Clock } from '../clock.ts';
import { InstagramError } from '../instagram/instagram.graph.ts';
import { noAnswer, type InstagramProblem } from '../instagram/instagram.errors.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramPublishing } from '../instagram/instagram.publishing.ts';
import type { Log } from '../log.ts';
import type { Outcomes } from './outcomes.ts';
import type { PublishingRepository, Intent } from './publishing.repository.ts';
import { INTENT_DEADLINE_MS, PAUSE_MS } from './publishing.rules.ts';

/** Publish calls under way at a time. */
const SLOTS = 500;
/** Claimed beyond the free slots, so that a freed slot never waits for the database. */
const AHEAD = 100;
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
  log: Log;
}) {
  const { repository, accounts, publishing, outcomes, clock, log } = deps;
  const inHand = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  let calling = 0;

  async function slot(): Promise<void> {
    if (calling < SLOTS) calling += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the slot to whoever waits longest. */
  function freeSlot(): void {
    const next = waiting.shift();
    if (next === undefined) calling -= 1;
    else next();
  }

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

  /** What a refusal says of the account holds for its other posts at once. */
  async function heed({ class: kind }: InstagramProblem, intent: Intent): Promise<void> {
    if (kind === 'reconnect') await accounts.markForReconnect({ sealedToken: intent.page_token });
    // "Blocked" is judged with the doubt: it is said of posts that did go out.
    if (kind === 'quota' || kind === 'rate_limited') {
      await accounts.pause({ igUserId: intent.ig_user_id }, kind, PAUSE_MS[kind]);
    }
  }

  /** One intent, from its claim to its outcome; `answeredAt` is monotonic. */
  async function publish(intent: Intent, claimedAt: Instant, answeredAt: number): Promise<void> {
    const held = { id: intent.id, fence: intent.fence, workspace_id: intent.workspace_id };
    // Counted from after the claim, the instant can come late by the answer's way but never early.
    await until(answeredAt + intent.wait_ms);
    await slot();
    try {
      const token = accounts.openToken(intent.workspace_id, intent.ig_user_id, intent.page_token);
      if (isStale(claimedAt)) {
        log.warn({ postId: intent.id }, 'a publish was not sent: its intent was too old');
        await outcomes.report({
          held,
          move: { kind: 'publish-again', ms: 0, uncounted: 'never-sent' },
        });
        return;
      }
      const mediaId = await publishing.publish(
        { igUserId: intent.ig_user_id, token },
        intent.graph_id,
      );
      await outcomes.report({ held, move: { kind: 'published', mediaId } });
    } catch (error) {
      if (!(error instanceof InstagramError))
        log.error({ error, postId: intent.id }, 'at the hour');
      const problem = error instanceof InstagramError ? error.problem : noAnswer;
      await heed(problem, intent);
      await outcomes.report({
        held,
        move: { kind: 'doubt', ms: FIRST_READ_MS, code: problem.code },
      });
    } finally {
      freeSlot();
    }
  }

  return {
    /**
     * Claims what is due and sees to it in the background; `onlyPostId` for one post alone.
     * @returns how many were claimed.
     */
    async run(onlyPostId: string | null = null): Promise<number> {
      const free = SLOTS + AHEAD - inHand.size;
      if (free <= 0) return 0;
      const claimedAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
      const intents = await repository.claimDue(free, onlyPostId);
      const answeredAt = clock.monotonicMs();
      for (const intent of intents) {
        const call = publish(intent, claimedAt, answeredAt)
          // The outcome was not written: the lease ends and the post is taken up as a doubt.
          .catch((error: unknown) => log.error({ error, postId: intent.id }, 'no outcome written'))
          .finally(() => inHand.delete(call));
        inHand.add(call);
      }
      return intents.length;
    },

    /** Waits for every call under way and its outcome. */
    async settle(): Promise<void> {
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}
