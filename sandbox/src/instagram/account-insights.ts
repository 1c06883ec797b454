import { hashBetween, countsAt, followersAt, type Counts } from './audience.ts';
import { DAY, HOUR } from './graph-time.ts';
import type { InstagramAccount } from './users.ts';
import type { InstagramContext } from './context.ts';

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

/** The counts of an older medium hardly grow. */
const MAX_COUNTED_AGE_MS = 30 * DAY;

export function calculateAccountMetrics(
  context: InstagramContext,
  account: InstagramAccount,
  since: number,
  until: number,
): Record<string, number> {
  const mediaCounts = sumMediaCounts(context, account, since, until);
  const reach = mediaCounts.reach + calculateOrganicReach(account, since, until);
  const interactions =
    mediaCounts.likes + mediaCounts.comments + mediaCounts.saved + mediaCounts.shares;
  return {
    reach,
    views: mediaCounts.views + Math.floor((reach - mediaCounts.reach) * 1.6),
    likes: mediaCounts.likes,
    comments: mediaCounts.comments,
    saves: mediaCounts.saved,
    shares: mediaCounts.shares,
    reposts: Math.floor(mediaCounts.shares / 5),
    replies: 0,
    total_interactions: interactions,
    accounts_engaged: Math.min(reach, Math.ceil(interactions * 0.8)),
    profile_links_taps: Math.floor(mediaCounts.profileVisits / 10),
  };
}

function sumMediaCounts(
  context: InstagramContext,
  { id }: InstagramAccount,
  since: number,
  until: number,
): Counts {
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
  for (const medium of context.records.media.newestIn(id)) {
    if (medium.publishedAt < since - MAX_COUNTED_AGE_MS) break;
    if (medium.publishedAt > until) continue;
    const [before, after] = [since, until].map((moment) => countsAt(context, medium, moment));
    for (const name of Object.keys(sum)) {
      const key = name as keyof Counts; // Object.keys returns plain strings.
      sum[key] += (after?.[key] ?? 0) - (before?.[key] ?? 0);
    }
  }
  return sum;
}

/** Calculates per day in Brasília, so that the parts of a day add up to it. */
function calculateOrganicReach(account: InstagramAccount, since: number, until: number): number {
  let users = 0;
  for (let from = since; from < until;) {
    const day = Math.floor((from - 3 * HOUR) / DAY);
    const end = Math.min(until, (day + 1) * DAY + 3 * HOUR);
    const share = hashBetween(0.02, 0.08, account.id, String(day));
    users += followersAt(account, from) * share * ((end - from) / DAY);
    from = end;
  }
  return Math.floor(users);
}
