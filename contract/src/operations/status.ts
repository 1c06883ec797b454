import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';

/** `unknown` means not measured; it never counts as `ok`. */
const state = z.enum(['ok', 'degraded', 'down', 'unknown']);

/** Between 0 and 1, rounded down; null where nothing was measured. */
const share = z.nullable(z.number());

/** In ms; null while nothing has been published. */
const lateness = z.nullable(z.int());

const componentId = z.enum(['publishing', 'site', 'instagram', 'email', 'payments']);

export const publicStatus = endpoint({
  method: 'GET',
  path: '/status',
  access: 'public',
  summary:
    'Returns the state of each component, measured over the last 90 days; the data is a few seconds old at most.',
  data: z.object({
    state,
    /** Time of the last measurement; null before the first one. */
    measuredAt: z.nullable(z.iso.datetime()),
    /** The last 90 days in Brasília, `2026-11-23`, oldest first, today included. */
    days: z.array(z.iso.date()),
    components: z.array(
      z.object({
        id: componentId,
        name: z.string(),
        state,
        since: z.nullable(z.iso.datetime()),
        ok: share,
        /** Per day: share of the measured time in which the state was `ok`, and in which it was `down`. */
        okByDay: z.array(share),
        downByDay: z.array(share),
        /** Per day: share of the elapsed time that was measured. */
        measuredByDay: z.array(z.number()),
      }),
    ),
    /** Posts published in the last 24 hours, without those that Instagram or their account delayed. */
    lateness: z.object({ p50: lateness, p95: lateness, p99: lateness }),
    /**
     * Share of the posts of the last 30 days that were published within 60 s of their due time, without those
     * of `delayedByInstagram`. A post that we failed to publish counts as late. Some minutes old.
     */
    within60s: share,
    /** Share of the same days' posts that Instagram or their account delayed (quota, reauthorisation, ...). */
    delayedByInstagram: share,
    /** Incidents of the last 90 days, newest first, at most 20. */
    incidents: z.array(
      z.object({
        component: componentId,
        state: z.enum(['degraded', 'down']),
        from: z.iso.datetime(),
        /** Null while the incident is open. */
        to: z.nullable(z.iso.datetime()),
      }),
    ),
  }),
});
