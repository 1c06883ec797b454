import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { Member } from '../../platform/http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { accountInsightState } from '../../instagram/insights/insight-state.repository.ts';
import type { MediaLinks } from '../../media/links.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { presentPost } from '../../posts/listing/posts.presenter.ts';
import { createPostsRepository } from '../../posts/listing/posts.repository.ts';
import { buildRecommendations, SHORT_CAPTION } from './recommendations.rules.ts';
import { createAnalyticsRepository } from './analytics.repository.ts';
import {
  hashtagInsights,
  presentBestHours,
  mediaPerformance,
  monthlyTrends,
  percent,
} from './analytics.rules.ts';
import { toMonths, lastMonths, type Days } from './day-ranges.ts';
import type { AnalyticsScope } from './analytics-scope.repository.ts';
import { createEngagementRepository } from './engagement.repository.ts';

const MONTHS = 6;

interface AdvancedDependencies {
  database: Database;
  links: MediaLinks;
  clock: Clock;
}

export function createAdvancedAnalytics(deps: AdvancedDependencies) {
  const { db } = deps.database;
  const repository = createAnalyticsRepository(db);
  const engagementRepository = createEngagementRepository(db);

  /** @throws AppError PLAN_REQUIRED */
  return async function advanced(
    { workspaceId }: Member,
    account?: string,
  ): Promise<AdvancedAnalytics> {
    const subject = { workspaceId, account };
    await requirePlan(db, workspaceId, 'customReports');
    const now = deps.clock.now();
    const days = lastMonths(now, MONTHS);
    const months = toMonths(days);
    const counts = await repository.outcomes(subject, months);
    const failures = await repository.failures(subject, days);
    const accountDays = await repository.accountDays(subject, dayKey(now));
    const engagement = await engagementRepository.engagement(subject, days);
    const byCaption = await engagementRepository.byCaption(subject, days, SHORT_CAPTION);
    const { issue, updatedAt } = await accountInsightState(db, workspaceId, account);
    const performance = mediaPerformance(counts, engagement.byType);
    const facts = { ...engagement, performance, byCaption, failures, accountDays };
    return {
      monthlyTrends: monthlyTrends(counts, months),
      mediaPerformance: performance,
      ...hashtagInsights(engagement.byHashtags),
      recommendations: buildRecommendations(facts),
      bestHours: presentBestHours(engagement.bySlot),
      account: { days: accountDays, updatedAt: updatedAt?.toISOString() ?? null, issue },
      topPosts: await topPosts(subject, days, deps),
    };
  };
}

async function topPosts(
  subject: AnalyticsScope,
  days: Days,
  deps: AdvancedDependencies,
): Promise<AdvancedAnalytics['topPosts']> {
  const { links, clock } = deps;
  const { db } = deps.database;
  const top = await createEngagementRepository(db).topPosts(subject, days);
  const found = await createPostsRepository(db).findAll(
    subject.workspaceId,
    top.map(({ postId }) => postId),
  );
  return top.flatMap(({ postId, reach, interactions }) => {
    const row = found.find(({ id }) => id === postId);
    if (row?.scheduled_time == null) return [];
    const post = presentPost(row, links, clock.now());
    return [
      {
        _id: postId,
        mediaType: post.mediaType,
        caption: post.caption,
        scheduledTime: row.scheduled_time.toISOString(),
        permalink: post.permalink,
        thumbnailUrl: post.mediaItems[0]?.thumbnailUrl ?? null,
        engagement: percent(interactions, reach) ?? 0,
        reach,
        interactions,
      },
    ];
  });
}
