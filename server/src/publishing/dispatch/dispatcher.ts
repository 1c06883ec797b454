import { createCapacity } from './capacity.ts';
import type { Intent } from '../store/claim-and-record.ts';
import type { WorkerShare } from '../store/heartbeat.repository.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { createPublishCall, type PublishCallDependencies } from './publish-call.ts';
import type { PublishingRepository } from '../store/publishing.repository.ts';
import { INTENT_DEADLINE_MS } from '../publishing.rules.ts';
import { isRuleActive } from '../removable-rules.ts';

/** After a claim of this size more posts may be due; with this many calls in flight other work waits. */
const LARGE_BATCH = 200;

interface ClockReading {
  monotonicMs: number;
  wallMs: number;
}

export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(
  deps: PublishCallDependencies & {
    repository: PublishingRepository;
    outcomeWriter: OutcomeWriter;
    workerId: string;
    publishConcurrency: number;
    publishGapMs: number;
  },
) {
  const { repository, outcomeWriter, clock, observe, log, workerId } = deps;
  const inFlight = new Set<Promise<void>>();
  let share: WorkerShare = { workers: 1, index: 0 };
  const capacity = createCapacity(deps.publishConcurrency, () => share.workers);
  const publishCall = createPublishCall({ ...deps, capacity });
  let notifyCapacity = () => {};
  let endedSinceClaim = 0;

  function claimableCount(): number {
    const room = capacity.available(inFlight.size);
    return room >= capacity.minBatchSize() ? room : 0;
  }

  /** Timers can fire slightly early, but a publish call must not. */
  async function waitUntil(targetMs: number): Promise<void> {
    for (let remainingMs = 0; (remainingMs = targetMs - clock.monotonicMs()) > 0;) {
      await new Promise<void>((resolve) => void clock.after(Math.ceil(remainingMs), resolve));
    }
  }

  /** Uses both clocks, because the monotonic clock may stop while the machine sleeps. */
  const isStale = (claimedAt: ClockReading) =>
    clock.monotonicMs() - claimedAt.monotonicMs > INTENT_DEADLINE_MS ||
    clock.now().getTime() - claimedAt.wallMs > INTENT_DEADLINE_MS;

  async function publish(
    intent: Intent,
    claimedAt: ClockReading,
    answeredAt: number,
  ): Promise<void> {
    const post = { id: intent.id, fence: intent.fence };
    // The wait begins after the claim: the call may be late by the response's latency, but never early.
    await observe('intended', intent.id);
    await waitUntil(answeredAt + intent.wait_ms);
    await outcomeWriter.enqueue({
      post,
      event: await publishCall.execute(intent, () => isStale(claimedAt)),
    });
  }

  return {
    /**
     * @param duePostId on the account of which alone it claims: with a gap its first post, otherwise this one
     * @returns the number of claimed posts
     */
    async run(duePostId: string | null = null): Promise<number> {
      const limit =
        duePostId === null ? claimableCount() : Math.min(1, capacity.available(inFlight.size));
      if (limit === 0) return 0;
      const claimedAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.now().getTime() };
      const perAccount = capacity.perAccount();
      if (duePostId === null) endedSinceClaim = 0;
      const intents = await repository.claimDue({
        limit,
        perAccount,
        gapMs: isRuleActive('publish-gap') ? deps.publishGapMs : 0,
        claimedBy: workerId,
        duePostId,
        share,
      });
      const answeredAt = clock.monotonicMs();
      const cancel = clock.after(INTENT_DEADLINE_MS + 1, publishCall.cancelExpired);
      const set = intents.map((intent) => {
        const one = publish(intent, claimedAt, answeredAt)
          // Without a written outcome the lease ends, and the post is reconciled.
          .catch((error: unknown) => log.error({ error, postId: intent.id }, 'no outcome written'))
          .finally(() => {
            inFlight.delete(one);
            endedSinceClaim += 1;
            // A claim for each post that ends would cost more than its call.
            if (endedSinceClaim >= inFlight.size && claimableCount() > 0) notifyCapacity();
          });
        inFlight.add(one);
        return one;
      });
      void Promise.all(set).then(cancel);
      return intents.length;
    },

    isLarge: (count: number): boolean => count >= LARGE_BATCH / share.workers,

    isFull: (): boolean => inFlight.size >= LARGE_BATCH / share.workers,

    setShare(next: WorkerShare): void {
      share = next;
    },

    onCapacity(listener: () => void): void {
      notifyCapacity = listener;
    },

    async settle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
