import { PUBLISH_CALLS_PER_ACCOUNT } from '../../instagram/graph/call-limiter.ts';

/** Claims ahead in proportion to the slots, so that a freed slot never waits for the database. */
const CLAIM_AHEAD_RATIO = 2.6;
const MAX_AHEAD_PER_ACCOUNT = 19;
/** How long a claimed post may wait for its call; after 5 s (INTENT_DEADLINE_MS) it is dropped. */
const MAX_WAIT_MS = 1000;
const AVERAGED_CALLS = 32;

export type Capacity = ReturnType<typeof createCapacity>;

/**
 * How many posts a worker claims: its share of the calls that the workers make together, and a few ahead. Fewer
 * are claimed ahead when Instagram's calls are slow.
 * @param concurrency calls at a time of a worker that is alone
 * @param workers how many there are now
 */
export function createCapacity(concurrency: number, workers: () => number) {
  const maxAhead = Math.round(concurrency * CLAIM_AHEAD_RATIO);
  let averageCallMs = 0;
  const share = (count: number) => Math.ceil(count / workers());
  const limitAhead = (calls: number, limit: number) =>
    Math.min(limit, Math.floor((calls * MAX_WAIT_MS) / Math.max(1, averageCallMs)));

  return {
    concurrency,
    recordCall(ms: number): void {
      averageCallMs += (ms - averageCallMs) / AVERAGED_CALLS;
    },
    perAccount: () =>
      PUBLISH_CALLS_PER_ACCOUNT +
      share(limitAhead(PUBLISH_CALLS_PER_ACCOUNT, MAX_AHEAD_PER_ACCOUNT)),
    available: (inFlight: number) =>
      Math.max(0, share(concurrency) + share(limitAhead(concurrency, maxAhead)) - inFlight),
    /** A smaller batch is not worth a claim. While a slot is free every batch is large enough. */
    minBatchSize: () => Math.ceil(share(limitAhead(concurrency, maxAhead)) / 2),
  };
}
