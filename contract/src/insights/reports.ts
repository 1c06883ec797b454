import * as z from 'zod/mini';
import { topPost } from './analytics.ts';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { mediaTypes } from '../posts/posts.ts';
import { text } from '../shared/text-fields.ts';

const params = z.object({
  /** `2026-06`, in Brasília. */
  month: text().check(z.maxLength(7), z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Mês inválido')),
});

/** Selects the Instagram account of the report; the default is the first one. */
const query = z.strictObject({ account: z.optional(instagramAccountId) });

const type = z.enum(mediaTypes);
/** `2026-06-09`, in Brasília. */
const day = z.iso.date();
/** In percent; null when unknown. */
const rate = z.nullable(z.number());
/** Null when unknown; an unknown value is never 0. */
const knownCount = z.nullable(z.int());

const failureCauses = [
  'connection',
  'blocked',
  'media',
  'text',
  'limit',
  'unconfirmed',
  'service',
] as const;
export type FailureCause = (typeof failureCauses)[number];

/** Outcomes of the posts that were due in a month, without drafts. */
const totals = z.object({
  published: z.int(),
  scheduled: z.int(),
  /** Expired posts included. */
  failed: z.int(),
  /** published / (published + failed), in percent, to one decimal. */
  successRate: rate,
  /** Interactions divided by reach, over the published posts for which both are known. */
  engagement: rate,
  /** Sums over the same posts. */
  reach: knownCount,
  interactions: knownCount,
});
export type ReportTotals = z.output<typeof totals>;

const followers = z.object({ date: day, count: z.int() });

const report = z.object({
  month: z.string(),
  firstMonth: z.string(),
  lastMonth: z.string(),
  /** When these figures were computed: the report of the current month ends at this instant. */
  readAt: z.iso.datetime(),
  /** The account of the report; null when none is connected. */
  account: z.nullable(
    z.object({
      username: z.string(),
      /** The first and the last day of the month with a known follower count. */
      followers: z.nullable(z.object({ first: followers, last: followers })),
    }),
  ),
  totals,
  /** The totals of the previous month; null for the first month. */
  before: z.nullable(totals),
  /** Every day of the month; `reach` is the reach of the account. */
  days: z.array(z.object({ date: day, published: z.int(), failed: z.int(), reach: knownCount })),
  /** Published posts by type, most used first; shares are whole numbers that add up to 100. */
  types: z.array(z.object({ type, count: z.int(), share: z.int(), avgEngagement: rate })),
  /** At most 3, highest engagement first; weekday 0 is Sunday. Each entry covers two posts or more. */
  bestHours: z.array(
    z.object({ weekday: z.int(), hour: z.int(), posts: z.int(), avgEngagement: z.number() }),
  ),
  /** At most 5, highest engagement first. */
  topPosts: z.array(topPost),
  /** The posts as the profile grid shows them: at most 12, newest first, without stories. */
  grid: z.array(
    z.object({
      _id: z.string(),
      mediaType: type,
      caption: z.string(),
      scheduledTime: z.iso.datetime(),
      thumbnailUrl: z.nullable(z.string()),
    }),
  ),
  /** Figures of published captions; stories have none. Null when no caption was published. */
  hashtags: z.nullable(
    z.object({ average: z.number(), most: z.int(), posts: z.int(), usageRate: z.number() }),
  ),
  /** Most frequent first. */
  failures: z.array(z.object({ cause: z.enum(failureCauses), count: z.int() })),
});
export type MonthlyReport = z.output<typeof report>;

export const monthlyReport = endpoint({
  method: 'GET',
  path: '/analytics/reports/:month',
  access: 'user',
  role: 'view',
  scope: 'analytics:read',
  summary:
    'Returns the report of a month. 403 PLAN_REQUIRED unless premium, 404 for a month before the first or after the current one, and for an Instagram account of another workspace.',
  params,
  query,
  data: report,
});

export const monthlyReportPdf = endpoint({
  method: 'GET',
  path: '/analytics/reports/:month/pdf',
  access: 'user',
  role: 'view',
  scope: 'analytics:read',
  summary: 'Returns the monthly report as a PDF file.',
  params,
  query,
  file: ['application/pdf'],
  data: z.void(),
});
