import { createCapacity } from './capacity.ts';
import type { Intent } from './claim.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { createPublishCall, type PublishCallDependencies } from './publish-call.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { INTENT_DEADLINE_MS } from './publishing.rules.ts';

/** After a claim of so many there may be more; and with so many in hand other things wait. */
export const LARGE_BATCH = 200;

/** When the claim was asked for, by both clocks of this machine. */
interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * The call at the hour. One statement writes the intents of a set of prepared posts, a monotonic
 * timer sends each at its instant, and the outcomes are written together.
 */
export function createDispatcher(
  deps: PublishCallDependencies & {
    repository: PublishingRepository;
    outcomeWriter: OutcomeWriter;
    /** Of this process, for as long as it lives. */
    workerId: string;
    /** Publish calls under way at a time. */
    publishConcurrency: number;
  },
) {
  const { repository, outcomeWriter, clock, observe, log, workerId } = deps;
  const inFlight = new Set<Promise<void>>();
  const capacity = createCapacity(deps.publishConcurrency);
  const publishCall = createPublishCall({ ...deps, capacity });
  let notifyCapacity = () => {};

  /** How many more may be claimed in one set; 0 while they are too few to be worth a claim. */
  function claimableCount(): number {
    const room = capacity.available(inFlight.size);
    return room >= capacity.minBatchSize() ? room : 0;
  }

  /** Timers can fire a little early; the hour may not. */
  async function waitUntil(targetMs: number): Promise<void> {
    for (let remainingMs = 0; (remainingMs = targetMs - clock.monotonicMs()) > 0;) {
      await new Promise<void>((resolve) => void clock.after(Math.ceil(remainingMs), resolve));
    }
  }

  /** By either clock: the monotonic one may stand still while the machine sleeps. */
  const isStale = (claimedAt: ClockReading) =>
    clock.monotonicMs() - claimedAt.monotonicMs > INTENT_DEADLINE_MS ||
    clock.now().getTime() - claimedAt.wallMs > INTENT_DEADLINE_MS;

  /** One intent, from its claim to its outcome; `answeredAt` is monotonic. */
  async function publish(
    intent: Intent,
    claimedAt: ClockReading,
    answeredAt: number,
  ): Promise<void> {
    const post = { id: intent.id, fence: intent.fence, workspace_id: intent.workspace_id };
    // Counted from after the claim, the instant can come late by the answer's way but never early.
    await observe('intended', intent.id);
    await waitUntil(answeredAt + intent.wait_ms);
    await outcomeWriter.enqueue({
      post,
      transition: await publishCall.execute(intent, () => isStale(claimedAt)),
    });
  }

  return {
    /**
     * Claims what is due and sees to it in the background; `onlyPostId` for one post alone.
     * @returns how many were claimed.
     */
    async run(onlyPostId: string | null = null): Promise<number> {
      const limit =
        onlyPostId === null ? claimableCount() : Math.min(1, capacity.available(inFlight.size));
      if (limit === 0) return 0;
      const claimedAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
      const perAccount = capacity.perAccount();
      const intents = await repository.claimDue({
        limit,
        perAccount,
        claimedBy: workerId,
        onlyPostId,
      });
      const answeredAt = clock.monotonicMs();
      const cancel = clock.after(INTENT_DEADLINE_MS + 1, publishCall.cancelExpired);
      const set = intents.map((intent) => {
        const one = publish(intent, claimedAt, answeredAt)
          // The outcome was not written: the lease ends and the post is taken up as a doubt.
          .catch((error: unknown) => log.error({ error, postId: intent.id }, 'no outcome written'))
          .finally(() => {
            inFlight.delete(one);
            if (claimableCount() > 0) notifyCapacity();
          });
        inFlight.add(one);
        return one;
      });
      void Promise.all(set).then(cancel);
      return intents.length;
    },

    /** Whether so many calls are in hand that what can wait should. */
    isFull: (): boolean => inFlight.size >= LARGE_BATCH,

    /** Calls `act` whenever an outcome is written and another claim is worth it. */
    onCapacity(listener: () => void): void {
      notifyCapacity = listener;
    },

    /** Waits for every call under way and its outcome. */
    async settle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
