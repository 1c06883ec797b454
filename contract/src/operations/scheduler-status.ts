import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instant } from '../posts/posts.ts';

/** In milliseconds. */
const lateness = z.object({
  count: z.int(),
  p50: z.nullable(z.number()),
  p95: z.nullable(z.number()),
  p99: z.nullable(z.number()),
});

export const schedulerStatus = endpoint({
  method: 'GET',
  path: '/schedule/scheduler-status',
  access: 'user',
  role: 'view',
  scope: 'posts:read',
  summary: 'Returns whether posts are being published, and their lateness in the last 24 hours.',
  data: z.object({
    alive: z.boolean(),
    workers: z.int(),
    lastSeenAt: z.nullable(instant),
    /** The next due time among the posts of the caller. */
    nextDue: z.nullable(instant),
    overdue: z.int(),
    /** Across all workspaces, from the due time to the response of Instagram. */
    lateness,
    /** Posts that Instagram or their account delayed. */
    excused: lateness,
  }),
});
