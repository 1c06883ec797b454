import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const planIds = ['free', 'pro', 'premium'] as const;
export type PlanId = (typeof planIds)[number];

const limits = z.object({
  /** Posts a month (Brasília); -1 is unlimited. */
  maxPosts: z.int(),
  /** How many days ahead a post may be scheduled. */
  maxScheduleDays: z.int(),
  analytics: z.boolean(),
  customReports: z.boolean(),
  prioritySupport: z.boolean(),
  bulkUpload: z.boolean(),
  advancedScheduling: z.boolean(),
});
export type Limits = z.output<typeof limits>;

const freeLimits: Limits = {
  maxPosts: 10,
  maxScheduleDays: 7,
  analytics: false,
  customReports: false,
  prioritySupport: false,
  bulkUpload: false,
  advancedScheduling: false,
};

/** What each plan allows (specification, sections 6 and 9). */
export const limitsByPlan: Record<PlanId, Limits> = {
  free: freeLimits,
  pro: { ...freeLimits, maxPosts: 50, maxScheduleDays: 30, analytics: true, bulkUpload: true },
  premium: {
    maxPosts: -1,
    maxScheduleDays: 365,
    analytics: true,
    customReports: true,
    prioritySupport: true,
    bulkUpload: true,
    advancedScheduling: true,
  },
};

/** A plan as its owner reads it. */
export const planNames: Record<PlanId, string> = {
  free: 'Gratuito',
  pro: 'Pro',
  premium: 'Premium',
};

const DAY_MS = 86_400_000;

/** The last instant at which a plan that looks so many days ahead schedules a post. */
export function horizonEnd(now: Date, maxScheduleDays: number): Date {
  return new Date(now.getTime() + maxScheduleDays * DAY_MS);
}

export const planLimits = endpoint({
  method: 'GET',
  path: '/subscription/limits',
  access: 'public',
  summary: "The caller's limits; those of the free plan when logged out.",
  data: z.object({ limits }),
});
