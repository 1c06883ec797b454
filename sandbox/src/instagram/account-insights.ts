import { between, countsAt, followersAt, type Counts } from './audience.ts';
import { DAY, HOUR } from './graph-time.ts';
import type { Account } from './people.ts';
import type { InstagramWorld } from './world.ts';

/** What is counted of an account between two moments. */
export const ACCOUNT_METRICS = [
  'accounts_engaged',
  'comments',
  'likes',
  'reach',
  'replies',
  'reposts',
  'saves',
  'shares',
  'total_interactions',
  'views',
  'profile_links_taps',
] as const;

/** After that a medium hardly wins anything. */
const YOUNG_MS = 30 * DAY;

/** What the media of the account won between the two, beside what people find by themselves. */
export function accountValues(
  world: InstagramWorld,
  account: Account,
  since: number,
  until: number,
): Record<string, number> {
  const won = wonByMedia(world, account, since, until);
  const reach = won.reach + foundByThemselves(account, since, until);
  const interactions = won.likes + won.comments + won.saved + won.shares;
  return {
    reach,
    views: won.views + Math.floor((reach - won.reach) * 1.6),
    likes: won.likes,
    comments: won.comments,
    saves: won.saved,
    shares: won.shares,
    reposts: Math.floor(won.shares / 5),
    replies: 0,
    total_interactions: interactions,
    accounts_engaged: Math.min(reach, Math.ceil(interactions * 0.8)),
    profile_links_taps: Math.floor(won.profileVisits / 10),
  };
}

function wonByMedia(world: InstagramWorld, { id }: Account, since: number, until: number): Counts {
  const sum: Counts = {
    reach: 0,
    views: 0,
    likes: 0,
    comments: 0,
    saved: 0,
    shares: 0,
    follows: 0,
    profileVisits: 0,
  };
  for (const medium of world.records.media.newestIn(id)) {
    if (medium.publishedAt < since - YOUNG_MS) break;
    if (medium.publishedAt > until) continue;
    const [before, after] = [since, until].map((moment) => countsAt(world, medium, moment));
    for (const name of Object.keys(sum)) {
      const key = name as keyof Counts; // Object.keys forgets what the names are.
      sum[key] += (after?.[key] ?? 0) - (before?.[key] ?? 0);
    }
  }
  return sum;
}

/** By the day in Brasília, so that parts of a day sum up to it. */
function foundByThemselves(account: Account, since: number, until: number): number {
  let people = 0;
  for (let from = since; from < until;) {
    const day = Math.floor((from - 3 * HOUR) / DAY);
    const end = Math.min(until, (day + 1) * DAY + 3 * HOUR);
    const share = between(0.02, 0.08, account.id, String(day));
    people += followersAt(account, from) * share * ((end - from) / DAY);
    from = end;
  }
  return Math.floor(people);
}
