import { CALLS_PER_ACCOUNT } from '../instagram/instagram.turns.ts';

/** Publish calls under way at a time. */
export const SLOTS = 500;
/** Claimed beyond them, so that a freed slot never waits for the database. */
const AHEAD = 1300;
/** Fewer than this are not worth a claim of their own while so many are in hand. */
const WORTH_CLAIMING = 800;
/** So long at most may what is claimed ahead wait for its call; it is dropped after 5 s. */
const WAIT_MS = 1000;
/** Of the last calls so many tell how long one takes. */
const REMEMBERED = 32;

/** How much may be in hand, by how long Instagram's calls take: fewer when they are slow. */
export function createCapacity() {
  let callMs = 0;
  const ahead = (beside: number, most: number) =>
    Math.min(most, Math.floor((beside * WAIT_MS) / Math.max(1, callMs)));
  const inHand = () => SLOTS + ahead(SLOTS, AHEAD);

  return {
    /** A call took so long. */
    heard(ms: number): void {
      callMs += (ms - callMs) / REMEMBERED;
    },
    /** Of one account. */
    perAccount: () => CALLS_PER_ACCOUNT + ahead(CALLS_PER_ACCOUNT, CALLS_PER_ACCOUNT),
    /** How many more to claim now that so many are in hand; 0 while that is worth no claim. */
    room(taken: number): number {
      const free = inHand() - taken;
      return free < Math.min(WORTH_CLAIMING, inHand() / 2) ? 0 : free;
    },
  };
}
