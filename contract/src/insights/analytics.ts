import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { mediaTypes } from '../posts/posts.ts';

export const ANALYTICS_DAYS = 30;

const type = z.enum(mediaTypes);
const accountFilter = z.optional(instagramAccountId);
/** `2026-06-09`, in Brasília. */
const day = z.iso.date();
/** In percent; null when unknown. */
const rate = z.nullable(z.number());

const basic = z.object({
  /** The number of days that `summary` and `mediaTypes` cover, today included. */
  period: z.int(),
  /** `draft` counts drafts of any age, `scheduled` includes pending, `failed` includes error and expired. */
  summary: z.object({
    published: z.int(),
    scheduled: z.int(),
    draft: z.int(),
    failed: z.int(),
  }),
  /** The last 7 days, oldest first, today included. */
  dailyActivity: z.array(z.object({ date: day, posts: z.int() })),
  /** Most used first; percentages are whole numbers that add up to 100. */
  mediaTypes: z.array(z.object({ type, percentage: z.int(), count: z.int() })),
  insights: z.array(z.string()),
});
export type BasicAnalytics = z.output<typeof basic>;

export const basicAnalytics = endpoint({
  method: 'GET',
  path: '/analytics/basic',
  access: 'user',
  role: 'view',
  scope: 'analytics:read',
  summary:
    'Returns post counts and daily activity of the last 30 days. 403 PLAN_REQUIRED without limits.analytics.',
  query: z.strictObject({ account: accountFilter }),
  data: basic,
});

const bestHour = z.object({
  /** 0 is Sunday, in Brasília. */
  weekday: z.int(),
  hour: z.int(),
  /** Number of posts published in this hour whose engagement is known. */
  posts: z.int(),
  avgEngagement: rate,
});

const instagramAccountDay = z.object({
  date: day,
  followers: z.nullable(z.int()),
  reach: z.nullable(z.int()),
  views: z.nullable(z.int()),
  interactions: z.nullable(z.int()),
});

export const topPost = z.object({
  _id: z.string(),
  mediaType: type,
  caption: z.string(),
  scheduledTime: z.iso.datetime(),
  permalink: z.nullable(z.string()),
  /** An expiring, unguessable URL. */
  thumbnailUrl: z.nullable(z.string()),
  /** In percent. */
  engagement: z.number(),
  reach: z.int(),
  interactions: z.int(),
});

const outcomeCounts = {
  total: z.int(),
  published: z.int(),
  failed: z.int(),
  /** published / (published + failed), in percent, to one decimal. */
  successRate: rate,
};

const advanced = z.object({
  /** The last 6 months in Brasília, oldest first; `month` is `2026-06`. */
  monthlyTrends: z.array(z.object({ month: z.string(), ...outcomeCounts })),
  /** By media type for these months, most used first. */
  mediaPerformance: z.array(z.object({ type, ...outcomeCounts, avgEngagement: rate })),
  /** Missing while no post was published in these months. */
  hashtagInsights: z.optional(
    z.object({
      avgHashtagsPerPost: z.number(),
      maxHashtagsUsed: z.int(),
      postsWithHashtags: z.int(),
      hashtagUsageRate: z.number(),
    }),
  ),
  recommendations: z.array(z.string()),
  bestHours: z.array(bestHour),
  account: z.object({
    /** The last 30 known days, oldest first. */
    days: z.array(instagramAccountDay),
    /** When Instagram last returned data successfully. */
    updatedAt: z.nullable(z.iso.datetime()),
    issue: z.nullable(z.enum(['not_connected', 'permission'])),
  }),
  /** At most 5 posts of these months, highest engagement first. */
  topPosts: z.array(topPost),
});
export type AdvancedAnalytics = z.output<typeof advanced>;

export const advancedAnalytics = endpoint({
  method: 'GET',
  path: '/analytics/advanced',
  access: 'user',
  role: 'view',
  scope: 'analytics:read',
  summary:
    'Returns the posts of the last six months and their engagement. 403 PLAN_REQUIRED unless premium.',
  query: z.strictObject({ account: accountFilter }),
  data: advanced,
});

export const exportFormats = ['json', 'csv'] as const;

export const exportAnalytics = endpoint({
  method: 'GET',
  path: '/analytics/export',
  access: 'user',
  role: 'view',
  scope: 'analytics:read',
  summary:
    'Returns the posts of the last days as a JSON or CSV file. 403 PLAN_REQUIRED unless premium.',
  query: z.strictObject({
    format: z.enum(exportFormats),
    /** In days, today included. */
    period: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(366)), ANALYTICS_DAYS),
    account: accountFilter,
  }),
  file: ['application/json', 'text/csv'],
  data: z.void(),
});
