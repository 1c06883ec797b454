import type { BestHours } from '@pontual/contract/planning/queue.ts';
import { findBetterHours, MIN_POSTS } from '../../reporting/analytics/recommendations.rules.ts';
import { lastMonths } from '../../reporting/analytics/day-ranges.ts';
import type { AnalyticsScope } from '../../reporting/analytics/analytics-scope.repository.ts';
import { createEngagementRepository } from '../../reporting/analytics/engagement.repository.ts';
import type { Db } from '../../platform/database/database.ts';
import { databaseNow } from '../../platform/database/database-now.ts';

/** The same span as on the analytics page, whose advice must not differ. */
const MONTHS = 6;

export async function findBestHours(db: Db, subject: AnalyticsScope): Promise<BestHours> {
  const days = lastMonths(await databaseNow(db), MONTHS);
  const { bySlot } = await createEngagementRepository(db).engagement(subject, days);
  return {
    measured: bySlot.reduce((sum, { posts }) => sum + posts, 0),
    needed: MIN_POSTS,
    hours: findBetterHours(bySlot).map(({ slot, others }) => ({
      weekday: slot.weekday,
      hour: slot.hour,
      posts: slot.posts,
      engagement: slot.rate,
      others: others.rate,
    })),
  };
}
