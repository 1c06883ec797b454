import { PUBLISH_CALLS_PER_ACCOUNT } from '../instagram/graph/call-limiter.ts';

/** Claimed beyond the slots, in proportion to them, so that a freed one never waits for the database. */
const CLAIM_AHEAD_RATIO = 2.6;
/** Of one account beyond the call under way. */
const MAX_AHEAD_PER_ACCOUNT = 19;
/** So long at most may what is claimed ahead wait for its call; it is dropped after 5 s. */
const MAX_WAIT_MS = 1000;
/** The mean length of a call forgets those that were so many calls ago. */
const AVERAGED_CALLS = 32;

export type Capacity = ReturnType<typeof createCapacity>;

/**
 * How much may be in hand, by how long Instagram's calls take: fewer when they are slow.
 * `slots` publish calls are under way at a time.
 */
export function createCapacity(concurrency: number) {
  const maxAhead = Math.round(concurrency * CLAIM_AHEAD_RATIO);
  let averageCallMs = 0;
  const limitAhead = (calls: number, limit: number) =>
    Math.min(limit, Math.floor((calls * MAX_WAIT_MS) / Math.max(1, averageCallMs)));

  return {
    concurrency,
    /** A call that was made took so long. */
    recordCall(ms: number): void {
      averageCallMs += (ms - averageCallMs) / AVERAGED_CALLS;
    },
    /** The most of one account. */
    perAccount: () =>
      PUBLISH_CALLS_PER_ACCOUNT + limitAhead(PUBLISH_CALLS_PER_ACCOUNT, MAX_AHEAD_PER_ACCOUNT),
    /** How many more there is room for beside so many. */
    available: (inFlight: number) =>
      Math.max(0, concurrency + limitAhead(concurrency, maxAhead) - inFlight),
    /** Fewer are not worth a claim of their own; while there are free slots, all are. */
    minBatchSize: () => Math.ceil(limitAhead(concurrency, maxAhead) / 2),
  };
}
