import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { instant } from '../posts/posts.ts';

/** Milliseconds. */
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
  summary: 'Whether posts are being published, and how punctually in the last 24 hours.',
  data: z.object({
    alive: z.boolean(),
    workers: z.int(),
    lastSeenAt: z.nullable(instant),
    /** Of the caller's posts. */
    nextDue: z.nullable(instant),
    /** The caller's posts whose hour has passed and that are still on their way. */
    overdue: z.int(),
    /** Of everybody's posts, from the hour to Instagram's answer. */
    lateness,
    /** Of posts that Instagram or their account made wait. */
    excused: lateness,
  }),
});
