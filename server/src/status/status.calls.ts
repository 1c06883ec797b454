import type { Calls, ComponentId } from './status.rules.ts';

/** Whom we call for our users, and whose answers tell how they are. */
const services = ['instagram', 'email', 'payments'] as const satisfies ComponentId[];
export type Service = (typeof services)[number];

/** Told of each call when it is over: whether the service answered, be it with a refusal. */
export type Met = (hasAnswered: boolean) => void;

export type CallTally = ReturnType<typeof createCallTally>;

/** Counts what this process's calls meet, until somebody takes the counts. */
export function createCallTally() {
  const counts = new Map<Service, Calls>();
  const count =
    (service: Service): Met =>
    (hasAnswered) => {
      const { answered, failed } = counts.get(service) ?? { answered: 0, failed: 0 };
      counts.set(service, {
        answered: answered + (hasAnswered ? 1 : 0),
        failed: failed + (hasAnswered ? 0 : 1),
      });
    };
  return {
    met: {
      instagram: count('instagram'),
      email: count('email'),
      payments: count('payments'),
    } satisfies Record<Service, Met>,

    /** What was met since it was last taken, of the services that were called. */
    take(): (Calls & { service: Service })[] {
      const taken = [...counts].map(([service, calls]) => ({
        service,
        answered: calls.answered,
        failed: calls.failed,
      }));
      counts.clear();
      return taken;
    },
  };
}
