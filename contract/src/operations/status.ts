import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

/** `unknown` is not measured: it is never taken for well. */
const state = z.enum(['ok', 'degraded', 'down', 'unknown']);

/** Between 0 and 1, rounded down; null where nothing was measured. */
const share = z.nullable(z.number());

/** In ms; null while nothing has gone out. */
const lateness = z.nullable(z.int());

const componentId = z.enum(['publishing', 'site', 'instagram', 'email', 'payments']);

export const publicStatus = endpoint({
  method: 'GET',
  path: '/status',
  access: 'public',
  summary: 'What works, by what was measured in the last 90 days; some seconds old at most.',
  data: z.object({
    state,
    /** When it was last measured; null before the first time. */
    measuredAt: z.nullable(z.iso.datetime()),
    /** The last 90 in Brasília, `2026-11-23`, oldest first; today is the last. */
    days: z.array(z.iso.date()),
    components: z.array(
      z.object({
        id: componentId,
        /** Portuguese. */
        name: z.string(),
        state,
        /** Null before the first measure. */
        since: z.nullable(z.iso.datetime()),
        /** Of the measured time of all the days, that in which it was ok. */
        ok: share,
        /** One for each day: of its measured time, that in which it was ok; and in which it was down. */
        okByDay: z.array(share),
        downByDay: z.array(share),
        /** Of each day's time so far, that in which it was measured. */
        measuredByDay: z.array(z.number()),
      }),
    ),
    /** Of what was published in the last 24 hours, without what Instagram or its account kept waiting. */
    lateness: z.object({ p50: lateness, p95: lateness, p99: lateness }),
    /**
     * Of the posts of the last 30 days, likewise without: those out within 60 s of their hour. One that
     * never went out by a fault of ours counts as not. Some minutes old.
     */
    within60s: share,
    /** Of the same days, what they kept waiting (processing, quota, rate limit, a new authorisation). */
    keptWaiting: share,
    /** Of the last 90 days, the newest first, at most 20. */
    incidents: z.array(
      z.object({
        component: componentId,
        /** The worst of it. */
        state: z.enum(['degraded', 'down']),
        from: z.iso.datetime(),
        /** Null while it goes on. */
        to: z.nullable(z.iso.datetime()),
      }),
    ),
  }),
});
