import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

/** A separate endpoint for pages that use nothing else of billing. */
export const planLimits = endpoint({
  method: 'GET',
  path: '/subscription/limits',
  access: 'public',
  scope: 'posts:read',
  summary: "The caller's limits; those of the free plan when logged out.",
  /** Same fields as `PlanLimits`, which documents them. */
  data: z.object({
    limits: z.object({
      maxPosts: z.int(),
      maxScheduleDays: z.int(),
      analytics: z.boolean(),
      customReports: z.boolean(),
      prioritySupport: z.boolean(),
      bulkUpload: z.boolean(),
      advancedScheduling: z.boolean(),
      templates: z.boolean(),
      customTemplates: z.boolean(),
      people: z.boolean(),
      accounts: z.int(),
      approvals: z.boolean(),
    }),
  }),
});
