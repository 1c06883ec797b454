import type { AdvancedAnalytics, BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { mediaTypes } from '@pontual/contract/posts/posts.ts';
import type {
  DayCount,
  Engagement,
  HashtagEngagement,
  SlotEngagement,
  TypeEngagement,
  WaitingCount,
} from './types.ts';
import { monthKey, type Days } from './day-ranges.ts';

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** With one decimal; null when the whole is zero. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundToTenth((part * 100) / whole);

/** In percent with one decimal; null without reach. */
export const engagementRate = (measured: Engagement | undefined): number | null =>
  measured === undefined ? null : percent(measured.interactions, measured.reach);

/** Sums up to 100 by the largest remainder; equal remainders go to the first. All 0 when the total is 0. */
export function wholePercentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const shares = counts.map((count) => Math.floor((count * 100) / total));
  const left = 100 - shares.reduce((sum, share) => sum + share, 0);
  counts
    .map((count, index) => ({ index, remainder: (count * 100) % total }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
    .slice(0, left)
    .forEach(({ index }) => (shares[index] = (shares[index] ?? 0) + 1));
  return shares;
}

export interface Outcomes {
  published: number;
  scheduled: number;
  failed: number;
}

const emptyOutcomes = (): Outcomes => ({ published: 0, scheduled: 0, failed: 0 });

export function countOutcomesBy<K>(
  counts: readonly DayCount[],
  keyOf: (count: DayCount) => K,
): Map<K, Outcomes> {
  const found = new Map<K, Outcomes>();
  for (const count of counts) {
    const key = keyOf(count);
    const outcomes = found.get(key) ?? emptyOutcomes();
    outcomes[count.outcome] += count.posts;
    found.set(key, outcomes);
  }
  return found;
}

export const countOutcomes = (counts: readonly DayCount[]): Outcomes =>
  countOutcomesBy(counts, () => 'all').get('all') ?? emptyOutcomes();

export const totalOutcomes = ({ published, scheduled, failed }: Outcomes): number =>
  published + scheduled + failed;

/** Scheduled posts count in the total and not in the rate. */
const presentOutcomes = (found: Outcomes) => ({
  total: totalOutcomes(found),
  published: found.published,
  failed: found.failed,
  successRate: percent(found.published, found.published + found.failed),
});

export function mediaShares(
  counts: readonly DayCount[],
  waiting: readonly WaitingCount[],
): BasicAnalytics['mediaTypes'] {
  const ended = countOutcomesBy(counts, ({ type }) => type);
  const used = mediaTypes
    .map((type) => {
      const { published, failed } = ended.get(type) ?? emptyOutcomes();
      const waitingOfType = waiting.filter((row) => row.type === type);
      return {
        type,
        count: waitingOfType.reduce((sum, { posts }) => sum + posts, published + failed),
      };
    })
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  const shares = wholePercentages(used.map(({ count }) => count));
  return used.map(({ type, count }, index) => ({ type, count, percentage: shares[index] ?? 0 }));
}

export function monthlyTrends(
  counts: readonly DayCount[],
  { keys }: Days,
): AdvancedAnalytics['monthlyTrends'] {
  const found = countOutcomesBy(counts, ({ day }) => day);
  return keys.map((key, index) =>
    Object.assign(presentOutcomes(found.get(index) ?? emptyOutcomes()), { month: monthKey(key) }),
  );
}

export function mediaPerformance(
  counts: readonly DayCount[],
  engagement: readonly TypeEngagement[],
): AdvancedAnalytics['mediaPerformance'] {
  const found = countOutcomesBy(counts, ({ type }) => type);
  const known = new Map(engagement.map((row) => [row.type, row]));
  return mediaTypes
    .filter((type) => found.has(type))
    .map((type) =>
      Object.assign(presentOutcomes(found.get(type) ?? emptyOutcomes()), {
        type,
        avgEngagement: engagementRate(known.get(type)),
      }),
    )
    .sort((one, other) => other.total - one.total);
}

/** Empty when no published post can have a caption. */
export function hashtagInsights(
  rows: readonly HashtagEngagement[],
): Pick<AdvancedAnalytics, 'hashtagInsights'> {
  const countOf = (some: readonly HashtagEngagement[]) =>
    some.reduce((sum, { published }) => sum + published, 0);
  const [posts, tagged] = [countOf(rows), countOf(rows.filter(({ hashtags }) => hashtags > 0))];
  if (posts === 0) return {};
  const used = rows.reduce((sum, { hashtags, published }) => sum + hashtags * published, 0);
  return {
    hashtagInsights: {
      avgHashtagsPerPost: roundToTenth(used / posts),
      maxHashtagsUsed: Math.max(...rows.map(({ hashtags }) => hashtags)),
      postsWithHashtags: tagged,
      hashtagUsageRate: percent(tagged, posts) ?? 0,
    },
  };
}

export const presentBestHours = (rows: readonly SlotEngagement[]): AdvancedAnalytics['bestHours'] =>
  rows.map(({ weekday, hour, ...measured }) => ({
    weekday,
    hour,
    posts: measured.posts,
    avgEngagement: engagementRate(measured),
  }));
