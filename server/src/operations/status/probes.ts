import type { Clock } from '../../platform/clock.ts';
import {
  stateOfCalls,
  stateOfInstagram,
  stateOfPublishing,
  type Measurement,
  type State,
} from './status.rules.ts';
import type { StatusRepository } from './status.repository.ts';

/** What a visitor would not wait for, in ms. */
const TIMEOUT_MS = 5000;
/** From here on a page feels stuck, in ms. */
const SLOW_MS = 2000;
/** Whose calls and posts are looked at: those since so many measures ago. */
const WINDOW_PROBES = 10;

export type Probes = ReturnType<typeof createProbes>;

/** Finds out how each part is, by asking and by what our own work met. */
export function createProbes(deps: {
  repository: StatusRepository;
  publicUrl: string;
  clock: Clock;
}) {
  const { repository, publicUrl, clock } = deps;
  const stopping = new AbortController();

  /** As a visitor's browser asks, by the public address; what answers has read the database. */
  async function probeSite(): Promise<State> {
    const began = clock.monotonicMs();
    try {
      const answer = await fetch(`${publicUrl}/api/status`, {
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal]),
      });
      await answer.arrayBuffer();
      if (!answer.ok) return 'down';
      return clock.monotonicMs() - began > SLOW_MS ? 'degraded' : 'ok';
    } catch {
      return 'down';
    }
  }

  return {
    /** Measures all parts; `everyMs` is how often that is done. */
    async measure(everyMs: number): Promise<Measurement> {
      const windowMs = WINDOW_PROBES * everyMs;
      const first = await probeSite();
      const calls = await repository.calls(windowMs);
      return {
        publishing: stateOfPublishing(await repository.punctuality(windowMs)),
        // One lost packet is no outage, and one slow answer no trouble.
        site: first === 'ok' ? first : await probeSite(),
        instagram: stateOfInstagram(
          calls.instagram,
          await repository.refusals(windowMs),
          await repository.connections(),
        ),
        email: stateOfCalls(calls.email),
        payments: stateOfCalls(calls.payments),
      };
    },

    /** Waits for no answer any more. */
    stop: () => stopping.abort(),
    isStopped: () => stopping.signal.aborted,
  };
}
