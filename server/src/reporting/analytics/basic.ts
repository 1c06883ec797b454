import { ANALYTICS_DAYS, type BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import type { DayCount } from './types.ts';
import { buildInsights } from './insights.rules.ts';
import { createAnalyticsRepository } from './analytics.repository.ts';
import { mediaShares, countOutcomesBy, countOutcomes } from './analytics.rules.ts';
import { lastDays, type Days } from './day-ranges.ts';

const ACTIVITY_DAYS = 7;

export function createBasicAnalytics(deps: { database: Database; clock: Clock }) {
  const { db } = deps.database;
  const repository = createAnalyticsRepository(db);

  /** @throws AppError PLAN_REQUIRED */
  return async function basic({ workspaceId }: Member, account?: string): Promise<BasicAnalytics> {
    const subject = { workspaceId, account };
    await requirePlan(db, workspaceId, 'analytics');
    const days = lastDays(deps.clock.now(), 2 * ANALYTICS_DAYS);
    const all = await repository.outcomes(subject, days);
    const waiting = await repository.countWaiting(subject);
    const counts = all.filter(({ day }) => day >= ANALYTICS_DAYS);
    const previousCounts = all.filter(({ day }) => day < ANALYTICS_DAYS);
    const { published, failed } = countOutcomes(counts);
    const countWaiting = (isDraft: boolean) =>
      waiting.filter((row) => row.isDraft === isDraft).reduce((sum, row) => sum + row.posts, 0);
    const [scheduled, draft] = [countWaiting(false), countWaiting(true)];
    const mediaTypes = mediaShares(counts, waiting);
    const insights = buildInsights({
      days,
      counts,
      previousCounts,
      scheduled,
      mediaTypes,
      period: ANALYTICS_DAYS,
      drafts: draft,
    });
    return {
      period: ANALYTICS_DAYS,
      summary: { published, scheduled, draft, failed },
      dailyActivity: presentDailyActivity(counts, days),
      mediaTypes,
      insights,
    };
  };
}

function presentDailyActivity(
  counts: readonly DayCount[],
  { keys }: Days,
): BasicAnalytics['dailyActivity'] {
  const byDay = countOutcomesBy(counts, ({ day }) => day);
  return keys
    .map((date, day) => {
      const { published = 0, scheduled = 0 } = byDay.get(day) ?? {};
      return { date, posts: published + scheduled };
    })
    .slice(-ACTIVITY_DAYS);
}
