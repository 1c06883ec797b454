import { PUBLISH_CALLS_PER_ACCOUNT } from '../instagram/instagram.turns.ts';

/** Claimed beyond the slots, in proportion to them, so that a freed one never waits for the database. */
const AHEAD = 2.6;
/** Of one account beyond the call under way. */
const MOST_OF_ACCOUNT = 19;
/** So long at most may what is claimed ahead wait for its call; it is dropped after 5 s. */
const WAIT_MS = 1000;
/** The mean length of a call forgets those that were so many calls ago. */
const REMEMBERED = 32;

export type Capacity = ReturnType<typeof createCapacity>;

/**
 * How much may be in hand, by how long Instagram's calls take: fewer when they are slow.
 * `slots` publish calls are under way at a time.
 */
export function createCapacity(slots: number) {
  const most = Math.round(slots * AHEAD);
  let callMs = 0;
  const aheadOf = (calls: number, limit: number) =>
    Math.min(limit, Math.floor((calls * WAIT_MS) / Math.max(1, callMs)));

  return {
    slots,
    /** A call that was made took so long. */
    heard(ms: number): void {
      callMs += (ms - callMs) / REMEMBERED;
    },
    /** The most of one account. */
    perAccount: () =>
      PUBLISH_CALLS_PER_ACCOUNT + aheadOf(PUBLISH_CALLS_PER_ACCOUNT, MOST_OF_ACCOUNT),
    /** How many more there is room for beside so many. */
    room: (inHand: number) => Math.max(0, slots + aheadOf(slots, most) - inHand),
    /** Fewer are not worth a claim of their own; while there are free slots, all are. */
    worth: () => Math.ceil(aheadOf(slots, most) / 2),
  };
}
