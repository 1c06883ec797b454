import type { AdvancedAnalytics, BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';
import { PICTURE } from './examples.ts';

function lastDays(count: number): string[] {
  const today = dayKey(new Date());
  return Array.from({ length: count }, (_, index) => dayKey(startOfDay(today, index - count + 1)));
}

export const filledBasicAnalytics = (): BasicAnalytics => ({
  period: 30,
  summary: { published: 12, scheduled: 4, draft: 2, failed: 1 },
  dailyActivity: lastDays(7).map((date, index) => ({ date, posts: index % 3 })),
  mediaTypes: [
    { type: 'IMAGE', percentage: 75, count: 9 },
    { type: 'REELS', percentage: 25, count: 3 },
  ],
  insights: ['Você publicou 12 posts nos últimos 30 dias.'],
});

export function filledAdvancedAnalytics(caption: string): AdvancedAnalytics {
  const outcome = { total: 13, published: 12, failed: 1, successRate: 92.3 };
  return {
    monthlyTrends: ['2025-08', '2025-09', '2025-10', '2025-11', '2025-12', '2026-01'].map(
      (month) => ({ month, total: 13, published: 12, failed: 1, successRate: 92.3 }),
    ),
    mediaPerformance: [
      { type: 'IMAGE', ...outcome, avgEngagement: 4.2 },
      { type: 'REELS', ...outcome, avgEngagement: null },
    ],
    hashtagInsights: {
      avgHashtagsPerPost: 2.5,
      maxHashtagsUsed: 8,
      postsWithHashtags: 10,
      hashtagUsageRate: 83.3,
    },
    recommendations: ['Publique mais às 18h, quando o engajamento é maior.'],
    bestHours: [
      { weekday: 1, hour: 18, posts: 4, avgEngagement: 5.1 },
      { weekday: 4, hour: 9, posts: 2, avgEngagement: 3.2 },
    ],
    account: {
      days: lastDays(30).map((date, index) => ({
        date,
        followers: 1200 + index,
        reach: 300 + index * 7,
        views: 500,
        interactions: 40,
      })),
      updatedAt: new Date().toISOString(),
      issue: null,
    },
    topPosts: [
      {
        _id: 'top-1',
        mediaType: 'IMAGE',
        caption,
        scheduledTime: '2026-01-05T12:00:00.000Z',
        permalink: 'https://www.instagram.com/p/abc/',
        thumbnailUrl: PICTURE,
        engagement: 6.4,
        reach: 900,
        interactions: 58,
      },
    ],
  };
}

export function aReport(username: string, caption: string): MonthlyReport {
  const totals = {
    published: 12,
    scheduled: 3,
    failed: 1,
    successRate: 92.3,
    engagement: 4.2,
    reach: 5400,
    interactions: 230,
  };
  const { topPosts } = filledAdvancedAnalytics(caption);
  return {
    month: '2026-01',
    firstMonth: '2025-08',
    lastMonth: '2026-01',
    readAt: new Date().toISOString(),
    account: {
      username,
      followers: {
        first: { date: '2026-01-01', count: 1200 },
        last: { date: '2026-01-31', count: 1260 },
      },
    },
    totals,
    before: totals,
    days: Array.from({ length: 31 }, (_, index) => ({
      date: `2026-01-${String(index + 1).padStart(2, '0')}`,
      published: index % 3,
      failed: 0,
      reach: 100 + index,
    })),
    types: [{ type: 'IMAGE', count: 12, share: 100, avgEngagement: 4.2 }],
    bestHours: [{ weekday: 1, hour: 18, posts: 4, avgEngagement: 5.1 }],
    topPosts,
    grid: topPosts,
    hashtags: { average: 2.5, most: 8, posts: 10, usageRate: 83.3 },
    failures: [{ cause: 'media', count: 1 }],
  };
}
