import { DAY, HOUR } from './graph-time.ts';
import type { Medium } from './media-records.ts';
import type { Account } from './people.ts';
import type { InstagramWorld } from './world.ts';

/** What people did with a medium so far. */
export type Counts = {
  reach: number;
  views: number;
  likes: number;
  comments: number;
  saved: number;
  shares: number;
  follows: number;
  profileVisits: number;
};

/** From when on accounts win followers. */
const SINCE = Date.UTC(2026, 0, 1);

/** How many follow the account at a moment: a few more each day, at a pace of its own. */
export function followersAt({ id, followers }: Account, now: number): number {
  const days = Math.max(0, now - SINCE) / DAY;
  return followers + Math.floor(days * between(0.2, 2.5, id, 'followers'));
}

/** What a medium has been counted by now: the same medium at the same age is counted the same. */
export const countsOf = (world: InstagramWorld, medium: Medium): Counts =>
  countsAt(world, medium, world.clock.now());

/** The same at another moment. Counts never fall: fast in the first hours, they settle in days. */
export function countsAt({ records }: InstagramWorld, medium: Medium, now: number): Counts {
  const { id, accountId, product, publishedAt } = medium;
  const account = records.accounts.get(accountId);
  const followers = account ? followersAt(account, publishedAt) : 0;
  const of = (low: number, high: number, what: string): number => between(low, high, id, what);
  const { least, most } = REACH[product];
  const reach = followers * of(least, most, 'reach') * hourFactor(publishedAt);
  const seen = reach * shareOfAll(product, Math.max(0, now - publishedAt));
  const typed = records.comments.in(id).length;
  return {
    reach: Math.floor(seen),
    views: Math.floor(seen * of(1.2, 1.9, 'views')),
    likes: Math.floor(seen * of(0.03, 0.09, 'likes')),
    comments: typed + (product === 'STORY' ? 0 : Math.floor(seen * of(0.001, 0.008, 'comments'))),
    saved: product === 'STORY' ? 0 : Math.floor(seen * of(0.003, 0.02, 'saved')),
    shares: Math.floor(seen * of(0.002, 0.015, 'shares')),
    follows: Math.floor(seen * of(0, 0.003, 'follows')),
    profileVisits: Math.floor(seen * of(0.005, 0.02, 'visits')),
  };
}

/** Which share of the followers a medium reaches in the end, at least and at most. */
const REACH = {
  FEED: { least: 0.2, most: 0.55 },
  REELS: { least: 0.4, most: 1.6 },
  STORY: { least: 0.08, most: 0.2 },
} as const;

function shareOfAll(product: Medium['product'], age: number): number {
  const settled = (ms: number): number => 1 - Math.exp(-age / ms);
  return product === 'STORY' ? settled(5 * HOUR) : 0.6 * settled(5 * HOUR) + 0.4 * settled(4 * DAY);
}

/** People look in the evening, some at noon, and few at night. */
function hourFactor(publishedAt: number): number {
  const hour = new Date(publishedAt - 3 * HOUR).getUTCHours();
  if (hour >= 18 && hour <= 21) return 1.35;
  if (hour >= 11 && hour <= 13) return 1.15;
  return hour < 6 ? 0.6 : 1;
}

/** A number between two that follows from the id and from what it is for (FNV-1a). */
export function between(low: number, high: number, id: string, what: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of `${id}/${what}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  }
  // Of texts that differ in their last letter the first bits hardly differ.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return low + ((hash >>> 8) / 2 ** 24) * (high - low);
}
