import * as z from 'zod/mini';
import { topPost } from './analytics.ts';
import { endpoint } from '../shared/endpoint.ts';
import { instagramAccountId } from '../instagram/instagram.ts';
import { mediaTypes } from '../posts/posts.ts';
import { text } from '../shared/text-fields.ts';

const params = z.object({
  /** `2026-06`, of Brasília. */
  month: text().check(z.maxLength(7), z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Mês inválido')),
});

/** About this Instagram account; about the first one where none is named. */
const query = z.strictObject({ account: z.optional(instagramAccountId) });

const type = z.enum(mediaTypes);
/** `2026-06-09`, of Brasília. */
const day = z.iso.date();
/** In percent; null when nothing of it is known. */
const rate = z.nullable(z.number());
/** Null is not known, and is never 0. */
const knownCount = z.nullable(z.int());

/** Why posts failed, as far as the same thing mends it. */
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

/** What became of the posts that were for a month, drafts left out. */
const totals = z.object({
  published: z.int(),
  /** Their hour is still to come. */
  scheduled: z.int(),
  /** Those that expired among them. */
  failed: z.int(),
  /** published / (published + failed), in percent, to one decimal. */
  successRate: rate,
  /** Interactions by reach of the published posts of which both are known. */
  engagement: rate,
  /** Of those posts together. */
  reach: knownCount,
  interactions: knownCount,
});
export type ReportTotals = z.output<typeof totals>;

const followers = z.object({ date: day, count: z.int() });

const report = z.object({
  month: z.string(),
  /** The months that there are reports of. */
  firstMonth: z.string(),
  lastMonth: z.string(),
  /** When these figures were read: of the month that is not over, they go that far. */
  readAt: z.iso.datetime(),
  /** The account that it is about; null without one. */
  account: z.nullable(
    z.object({
      username: z.string(),
      /** The first and the last day of the month on which their number is known. */
      followers: z.nullable(z.object({ first: followers, last: followers })),
    }),
  ),
  totals,
  /** Of the month before; null before the first month. */
  before: z.nullable(totals),
  /** Every day of the month; `reach` is the account's. */
  days: z.array(z.object({ date: day, published: z.int(), failed: z.int(), reach: knownCount })),
  /** Of what was published, the most used first; the shares are whole and sum up to 100. */
  types: z.array(z.object({ type, count: z.int(), share: z.int(), avgEngagement: rate })),
  /** At most 3, the highest engagement first; 0 is Sunday. Each is of two posts or more. */
  bestHours: z.array(
    z.object({ weekday: z.int(), hour: z.int(), posts: z.int(), avgEngagement: z.number() }),
  ),
  /** At most 5, the highest engagement first. */
  topPosts: z.array(topPost),
  /** As they stand on the profile: at most 12, the newest first, without stories. */
  grid: z.array(
    z.object({
      _id: z.string(),
      mediaType: type,
      caption: z.string(),
      scheduledTime: z.iso.datetime(),
      thumbnailUrl: z.nullable(z.string()),
    }),
  ),
  /** Of captions that went out, which stories have not; null when none did. */
  hashtags: z.nullable(
    z.object({ average: z.number(), most: z.int(), posts: z.int(), usageRate: z.number() }),
  ),
  /** The most frequent first. */
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
    'What a month brought; 403 PLAN_REQUIRED unless premium, 404 before the account began, after this month and of an account that is not yours.',
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
  summary: 'The same as a PDF to be printed or sent on.',
  params,
  query,
  file: ['application/pdf'],
  data: z.void(),
});
