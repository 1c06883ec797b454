import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

/** A separate endpoint for pages that use nothing else of billing. */
export const planLimits = endpoint({
  method: 'GET',
  path: '/subscription/limits',
  access: 'public',
  scope: 'posts:read',
  summary: 'Returns the plan limits of the caller, or those of the free plan for a visitor.',
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
      members: z.boolean(),
      accounts: z.int(),
      approvals: z.boolean(),
    }),
  }),
});
