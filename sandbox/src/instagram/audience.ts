import { DAY, HOUR } from './graph-time.ts';
import type { Medium } from './media-records.ts';
import type { InstagramAccount } from './users.ts';
import type { InstagramContext } from './context.ts';

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

const GROWTH_START = Date.UTC(2026, 0, 1);

/** Returns the followers of the account at a time; the number grows each day at a rate of its own. */
export function followersAt({ id, followers }: InstagramAccount, now: number): number {
  const days = Math.max(0, now - GROWTH_START) / DAY;
  return followers + Math.floor(days * hashBetween(0.2, 2.5, id, 'followers'));
}

/** Counts are deterministic: the same medium at the same age has the same. */
export const countsOf = (context: InstagramContext, medium: Medium): Counts =>
  countsAt(context, medium, context.clock.now());

/** Counts never decrease: they grow fast in the first hours and settle in days. */
export function countsAt({ records }: InstagramContext, medium: Medium, now: number): Counts {
  const { id, accountId, product, publishedAt } = medium;
  const account = records.accounts.get(accountId);
  const followers = account ? followersAt(account, publishedAt) : 0;
  const sample = (low: number, high: number, metric: string): number =>
    hashBetween(low, high, id, metric);
  const { min, max } = REACH[product];
  const reach = followers * sample(min, max, 'reach') * getHourFactor(publishedAt);
  const currentReach = reach * calculateReachedShare(product, Math.max(0, now - publishedAt));
  const commentCount = records.comments.in(id).length;
  return {
    reach: Math.floor(currentReach),
    views: Math.floor(currentReach * sample(1.2, 1.9, 'views')),
    likes: Math.floor(currentReach * sample(0.03, 0.09, 'likes')),
    comments:
      commentCount +
      (product === 'STORY' ? 0 : Math.floor(currentReach * sample(0.001, 0.008, 'comments'))),
    saved: product === 'STORY' ? 0 : Math.floor(currentReach * sample(0.003, 0.02, 'saved')),
    shares: Math.floor(currentReach * sample(0.002, 0.015, 'shares')),
    follows: Math.floor(currentReach * sample(0, 0.003, 'follows')),
    profileVisits: Math.floor(currentReach * sample(0.005, 0.02, 'visits')),
  };
}

/** The share of the followers that a medium finally reaches. */
const REACH = {
  FEED: { min: 0.2, max: 0.55 },
  REELS: { min: 0.4, max: 1.6 },
  STORY: { min: 0.08, max: 0.2 },
} as const;

function calculateReachedShare(product: Medium['product'], age: number): number {
  const saturate = (ms: number): number => 1 - Math.exp(-age / ms);
  return product === 'STORY'
    ? saturate(5 * HOUR)
    : 0.6 * saturate(5 * HOUR) + 0.4 * saturate(4 * DAY);
}

/** Most people are online in the evening, some at noon, few at night. */
function getHourFactor(publishedAt: number): number {
  const hour = new Date(publishedAt - 3 * HOUR).getUTCHours();
  if (hour >= 18 && hour <= 21) return 1.35;
  if (hour >= 11 && hour <= 13) return 1.15;
  return hour < 6 ? 0.6 : 1;
}

/** Returns a number between `low` and `high` derived from id and purpose (FNV-1a). */
export function hashBetween(low: number, high: number, id: string, purpose: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of `${id}/${purpose}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  }
  // FNV-1a hashes of texts that differ in the last character share their high bits, so the bits are mixed.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return low + ((hash >>> 8) / 2 ** 24) * (high - low);
}
