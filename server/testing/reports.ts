import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { MonthlyReport } from '@pontual/contract/insights/reports.ts';

const totals = {
  published: 52,
  scheduled: 0,
  failed: 5,
  successRate: 91.2,
  engagement: 6.4,
  reach: 48_210,
  interactions: 3085,
};

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => dayKey(startOfDay(first, index)));

export function aReport(overrides: Partial<MonthlyReport> = {}): MonthlyReport {
  const posts = Array.from({ length: 12 }, (_, index) => ({
    _id: `post-${index}`,
    mediaType: (['REELS', 'CAROUSEL', 'IMAGE'] as const)[index % 3] ?? 'IMAGE',
    caption: `Fornada ${index}: caneca dupla em barro esmaltada à mão, com alça torcida. #barro`,
    scheduledTime: `2026-06-${String(28 - index * 2).padStart(2, '0')}T21:00:00.000Z`,
    thumbnailUrl: null,
  }));
  return {
    month: '2026-06',
    firstMonth: '2026-05',
    lastMonth: '2026-07',
    readAt: '2026-07-02T12:00:00.000Z',
    account: {
      username: 'atelie.barro',
      followers: {
        first: { date: '2026-06-01', count: 1204 },
        last: { date: '2026-06-30', count: 1311 },
      },
    },
    totals,
    before: { ...totals, published: 47, failed: 2, successRate: 95.9, engagement: null },
    days: daysFrom('2026-06-01', 30).map((date, index) => ({
      date,
      published: [1, 2, 0, 4, 1, 3, 2][index % 7] ?? 0,
      failed: index === 2 ? 5 : 0,
      reach: index > 24 ? null : 900 + ((index * 317) % 1400),
    })),
    types: [
      { type: 'REELS', count: 32, share: 62, avgEngagement: 7.1 },
      { type: 'IMAGE', count: 20, share: 38, avgEngagement: null },
    ],
    bestHours: [{ weekday: 2, hour: 18, posts: 4, avgEngagement: 9.3 }],
    topPosts: posts.slice(0, 5).map((post, index) =>
      Object.assign({}, post, {
        permalink: null,
        engagement: 12.4 - index,
        reach: 1200 + index,
        interactions: 148 - index,
      }),
    ),
    grid: posts,
    hashtags: { average: 6.2, most: 14, posts: 40, usageRate: 85.1 },
    failures: [
      { cause: 'connection', count: 3 },
      { cause: 'media', count: 2 },
    ],
    ...overrides,
  };
}
