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

/** To one decimal. */
const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** What a part is of a whole, in percent to one decimal; null of nothing. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundToTenth((part * 100) / whole);

/** Interactions by reach, in percent to one decimal; null while nothing was reached. */
export const engagementRate = (measured: Engagement | undefined): number | null =>
  measured === undefined ? null : percent(measured.interactions, measured.reach);

/**
 * Whole percentages that sum up to 100, by largest remainder: what rounding down leaves over goes to
 * the largest remainders, of equal ones to the first. All 0 where there is nothing to share.
 */
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

/** What became of posts. */
export interface Outcomes {
  published: number;
  scheduled: number;
  failed: number;
}

const emptyOutcomes = (): Outcomes => ({ published: 0, scheduled: 0, failed: 0 });

/** Counts of the same, added up by a key. */
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

/** All of them, whatever they are counted by. */
export const countOutcomes = (counts: readonly DayCount[]): Outcomes =>
  countOutcomesBy(counts, () => 'all').get('all') ?? emptyOutcomes();

export const totalOutcomes = ({ published, scheduled, failed }: Outcomes): number =>
  published + scheduled + failed;

/** As the contract has it: scheduled ones are in the total and in no rate. */
const presentOutcomes = (found: Outcomes) => ({
  total: totalOutcomes(found),
  published: found.published,
  failed: found.failed,
  successRate: percent(found.published, found.published + found.failed),
});

/** Types by how often they are used, with their share of all that the summary counts. */
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

/** Each of the months, those without a post too. */
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

/** Nothing while nothing went out that may have a caption. */
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

/** Every hour in which something went out, with what is known of it. */
export const presentBestHours = (rows: readonly SlotEngagement[]): AdvancedAnalytics['bestHours'] =>
  rows.map(({ weekday, hour, ...measured }) => ({
    weekday,
    hour,
    posts: measured.posts,
    avgEngagement: engagementRate(measured),
  }));
