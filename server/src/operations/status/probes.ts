import type { Clock } from '../../platform/clock.ts';
import {
  stateOfCalls,
  stateOfInstagram,
  stateOfPublishing,
  type Measurement,
  type ComponentState,
} from './status.rules.ts';
import type { StatusRepository } from './status.repository.ts';

const TIMEOUT_MS = 5000;
const SLOW_MS = 2000;
const WINDOW_PROBES = 10;

export type Probes = ReturnType<typeof createProbes>;

export function createProbes(deps: {
  repository: StatusRepository;
  publicUrl: string;
  clock: Clock;
}) {
  const { repository, publicUrl, clock } = deps;
  const stopping = new AbortController();

  async function probeSite(): Promise<ComponentState> {
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
    async measure(everyMs: number): Promise<Measurement> {
      const windowMs = WINDOW_PROBES * everyMs;
      const first = await probeSite();
      const calls = await repository.calls(windowMs);
      return {
        publishing: stateOfPublishing(await repository.punctuality(windowMs)),
        // One lost packet or slow response does not count.
        site: first === 'ok' ? first : await probeSite(),
        instagram: stateOfInstagram(
          calls.instagram,
          await repository.callsByCount(windowMs),
          await repository.connections(),
        ),
        email: stateOfCalls(calls.email),
        payments: stateOfCalls(calls.payments),
      };
    },

    stop: () => stopping.abort(),
    isStopped: () => stopping.signal.aborted,
  };
}
