import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

/** Asked for by pages that know nothing else of money. */
export const planLimits = endpoint({
  method: 'GET',
  path: '/subscription/limits',
  access: 'public',
  scope: 'posts:read',
  summary: "The caller's limits; those of the free plan when logged out.",
  /** As `PlanLimits`, whose words stand there. */
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
