import { dayKey, toBrasilia } from '@pontual/contract/shared/brasilia-time.ts';
import { mediaTypes, type MediaType } from '@pontual/contract/posts/posts.ts';
import type {
  FailureCause,
  MonthlyReport,
  ReportTotals,
} from '@pontual/contract/insights/reports.ts';
import { causeOfFailure } from '../analytics/causes.ts';
import { MIN_POSTS } from '../analytics/recommendations.rules.ts';
import { percent, wholePercentages } from '../analytics/analytics.rules.ts';
import type { AccountDay, HourCount } from './types.ts';

const MAX_HOURS = 3;

const sum = (counts: readonly HourCount[], of: (count: HourCount) => number): number =>
  counts.reduce((total, count) => total + of(count), 0);
const withOutcome = (counts: readonly HourCount[], outcome: HourCount['outcome']) =>
  counts.filter((count) => count.outcome === outcome);
const countOf = (counts: readonly HourCount[], outcome: HourCount['outcome']): number =>
  sum(withOutcome(counts, outcome), ({ posts }) => posts);

/** In percent with one decimal; null when unknown. */
const engagementRate = (counts: readonly HourCount[]): number | null =>
  percent(
    sum(counts, ({ interactions }) => interactions),
    sum(counts, ({ reach }) => reach),
  );

export function computeTotals(counts: readonly HourCount[]): ReportTotals {
  const published = countOf(counts, 'published');
  const failed = countOf(counts, 'failed');
  const isKnown = counts.some(({ known }) => known > 0);
  return {
    published,
    scheduled: countOf(counts, 'scheduled'),
    failed,
    successRate: percent(published, published + failed),
    engagement: engagementRate(counts),
    reach: isKnown ? sum(counts, ({ reach }) => reach) : null,
    interactions: isKnown ? sum(counts, ({ interactions }) => interactions) : null,
  };
}

/** The reach of the account is null where Instagram has not reported it. */
export function buildDays(
  days: readonly string[],
  counts: readonly HourCount[],
  account: readonly AccountDay[],
): MonthlyReport['days'] {
  const byDay = Map.groupBy(counts, ({ hour }) => dayKey(hour));
  const reach = new Map(account.map((accountDay) => [accountDay.day, accountDay.reach]));
  return days.map((date) => {
    const ofDay = byDay.get(date) ?? [];
    return {
      date,
      published: countOf(ofDay, 'published'),
      failed: countOf(ofDay, 'failed'),
      reach: reach.get(date) ?? null,
    };
  });
}

export function typeShares(counts: readonly HourCount[]): MonthlyReport['types'] {
  const byType = Map.groupBy(withOutcome(counts, 'published'), ({ type }) => type);
  const used = mediaTypes
    .flatMap((type: MediaType) => {
      const ofType = byType.get(type);
      return ofType === undefined
        ? []
        : [{ type, count: sum(ofType, ({ posts }) => posts), ofType }];
    })
    .sort((one, other) => other.count - one.count);
  const parts = wholePercentages(used.map(({ count }) => count));
  return used.map(({ type, count, ofType }, index) => ({
    type,
    count,
    share: parts[index] ?? 0,
    avgEngagement: engagementRate(ofType),
  }));
}

export function findReportBestHours(counts: readonly HourCount[]): MonthlyReport['bestHours'] {
  const bySlot = Map.groupBy(withOutcome(counts, 'published'), ({ hour }) => {
    const { year, month, day, hour: ofDay } = toBrasilia(hour);
    return new Date(Date.UTC(year, month - 1, day)).getUTCDay() * 24 + ofDay;
  });
  return [...bySlot]
    .flatMap(([slot, ofSlot]) => {
      const posts = sum(ofSlot, ({ known }) => known);
      const avgEngagement = engagementRate(ofSlot);
      if (avgEngagement === null || posts < MIN_POSTS) return [];
      return [{ weekday: Math.floor(slot / 24), hour: slot % 24, posts, avgEngagement }];
    })
    .sort(
      (one, other) =>
        other.avgEngagement - one.avgEngagement ||
        other.posts - one.posts ||
        one.weekday - other.weekday ||
        one.hour - other.hour,
    )
    .slice(0, MAX_HOURS);
}

export function countFailureCauses(
  counts: readonly { code: string; posts: number }[],
): MonthlyReport['failures'] {
  const causes = new Map<FailureCause, number>();
  for (const { code, posts } of counts) {
    const cause = causeOfFailure(code);
    causes.set(cause, (causes.get(cause) ?? 0) + posts);
  }
  return [...causes]
    .map(([cause, count]) => ({ cause, count }))
    .sort((one, other) => other.count - one.count || one.cause.localeCompare(other.cause));
}

export function followerChange(
  account: readonly AccountDay[],
): NonNullable<MonthlyReport['account']>['followers'] {
  const known = account.flatMap(({ day, followers }) =>
    followers === null ? [] : [{ date: day, count: followers }],
  );
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

export function hashtagUsage(counts: readonly number[]): MonthlyReport['hashtags'] {
  if (counts.length === 0) return null;
  const all = counts.reduce((total, count) => total + count, 0);
  const tagged = counts.filter((count) => count > 0).length;
  return {
    average: Math.round((all / counts.length) * 10) / 10,
    most: counts.reduce((most, count) => Math.max(most, count), 0),
    posts: tagged,
    usageRate: percent(tagged, counts.length) ?? 0,
  };
}
