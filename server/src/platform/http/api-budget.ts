import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { AppError } from './app-error.ts';
import { tooManyAttempts } from './throttle.ts';

/** For the tokens of one workspace together, in each process. */
export const API_BUDGET = { requests: 600, windowMs: 60_000 };
const POLICY_NAME = 'api';
/** So many workspaces with tokens are remembered before those of ended windows are forgotten. */
const MAX_REMEMBERED = 10_000;

interface Window {
  endsAt: number;
  used: number;
}

export type ApiBudget = ReturnType<typeof createApiBudget>;

/** A program that asks without end would slow down the other workspaces. */
export function createApiBudget(
  clock: Pick<Clock, 'now'>,
  { requests, windowMs }: typeof API_BUDGET = API_BUDGET,
) {
  const windows = new Map<string, Window>();

  function currentWindow(workspaceId: string, now: number): Window {
    const found = windows.get(workspaceId);
    if (found !== undefined && found.endsAt > now) return found;
    if (windows.size >= MAX_REMEMBERED) {
      for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
    }
    const started = { endsAt: now + windowMs, used: 0 };
    windows.set(workspaceId, started);
    return started;
  }

  return {
    /**
     * Counts a request, and tells the program by the fields of draft-ietf-httpapi-ratelimit-headers what is left.
     * @throws AppError RATE_LIMITED with the wait
     */
    take(workspaceId: string, reply: FastifyReply): void {
      const now = clock.now().getTime();
      const window = currentWindow(workspaceId, now);
      window.used += 1;
      const waitMs = window.endsAt - now;
      const left = Math.max(0, requests - window.used);
      reply.header('ratelimit-policy', `"${POLICY_NAME}";q=${requests};w=${windowMs / 1000}`);
      reply.header('ratelimit', `"${POLICY_NAME}";r=${left};t=${Math.ceil(waitMs / 1000)}`);
      if (window.used <= requests) return;
      throw new AppError('RATE_LIMITED', {
        message: tooManyAttempts(waitMs),
        retryAfterMs: waitMs,
      });
    },
  };
}
