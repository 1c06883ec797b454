import { crc32 } from 'node:zlib';
import type { Calls, ComponentId } from './status.rules.ts';

/** Whom we call for our users, and whose answers tell how they are. */
const services = ['instagram', 'email', 'payments'] as const satisfies ComponentId[];
export type Service = (typeof services)[number];

/** Under which a group of accounts is counted: so many share one that no account can be told by it. */
export const GROUP_PREFIX = 'instagram/';
const GROUPS = 256;
const groupOf = (igUserId: string): string => `${GROUP_PREFIX}${crc32(igUserId) % GROUPS}`;

/** Told of each call when it is over: whether the service answered, be it with a refusal. */
export type RecordCall = (hasAnswered: boolean) => void;

export type CallTally = ReturnType<typeof createCallTally>;

/** Counts what this process's calls meet, until somebody takes the counts. */
export function createCallTally() {
  const counts = new Map<string, Calls>();
  const count =
    (service: string): RecordCall =>
    (hasAnswered) => {
      const { answered, failed } = counts.get(service) ?? { answered: 0, failed: 0 };
      counts.set(service, {
        answered: answered + (hasAnswered ? 1 : 0),
        failed: failed + (hasAnswered ? 0 : 1),
      });
    };
  return {
    recordCall: {
      instagram: count('instagram'),
      email: count('email'),
      payments: count('payments'),
      /** A container was to be created, processed or published: whether Instagram took it. */
      instagramWrite: (igUserId: string, isTaken: boolean) => count(groupOf(igUserId))(isTaken),
    } satisfies Record<Service, RecordCall> & Record<'instagramWrite', unknown>,

    /** What was met since it was last taken, of the services that were called. */
    drain(): (Calls & { service: string })[] {
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
