import type { AdvancedAnalytics, BasicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { dayKey } from '@pontual/contract/shared/brasilia-time.ts';
import type { MonthlyReport, ReportTotals } from '@pontual/contract/insights/reports.ts';
import { anId, PICTURE } from './examples.ts';

const DAY = 86_400_000;
const daysAgo = (days: number) => dayKey(new Date(Date.now() - days * DAY));

export const emptyBasicAnalytics = (overrides: Partial<BasicAnalytics> = {}): BasicAnalytics => ({
  period: 30,
  summary: { published: 0, scheduled: 0, draft: 0, failed: 0 },
  dailyActivity: [6, 5, 4, 3, 2, 1, 0].map((days) => ({ date: daysAgo(days), posts: 0 })),
  mediaTypes: [],
  insights: [],
  ...overrides,
});

export const anAdvancedAnalytics = (
  overrides: Partial<AdvancedAnalytics> = {},
): AdvancedAnalytics => ({
  monthlyTrends: ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'].map(
    (month, at) => {
      const count = at === 5 ? 1 : 0;
      const successRate = count === 0 ? null : 50;
      return { month, total: 2 * count, published: count, failed: count, successRate };
    },
  ),
  mediaPerformance: [
    { type: 'IMAGE', total: 2, published: 1, failed: 1, successRate: 50, avgEngagement: null },
  ],
  recommendations: [],
  bestHours: [],
  account: { days: [], updatedAt: null, issue: 'not_connected' },
  topPosts: [],
  ...overrides,
});

const totals = (published: number): ReportTotals => ({
  published,
  scheduled: 0,
  failed: 0,
  successRate: published === 0 ? null : 100,
  engagement: null,
  reach: null,
  interactions: null,
});

export function aReport(month: string, overrides: Partial<MonthlyReport> = {}): MonthlyReport {
  const days = new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate();
  return {
    month,
    firstMonth: month,
    lastMonth: month,
    readAt: new Date().toISOString(),
    account: { username: 'atelie.barro', followers: null },
    totals: totals(1),
    before: null,
    days: Array.from({ length: days }, (_, day) => ({
      date: `${month}-${String(day + 1).padStart(2, '0')}`,
      published: day === 0 ? 1 : 0,
      failed: 0,
      reach: null,
    })),
    types: [{ type: 'IMAGE', count: 1, share: 100, avgEngagement: null }],
    bestHours: [],
    topPosts: [],
    grid: [
      {
        _id: anId(),
        mediaType: 'IMAGE',
        caption: 'Fornada da manhã',
        scheduledTime: `${month}-01T13:00:00.000Z`,
        thumbnailUrl: PICTURE,
      },
    ],
    hashtags: null,
    failures: [],
    ...overrides,
  };
}
