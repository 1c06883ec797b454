import { crc32 } from 'node:zlib';
import type { Calls, ComponentId } from './status.rules.ts';

const services = ['instagram', 'email', 'payments'] as const satisfies ComponentId[];
export type Service = (typeof services)[number];

/** Many accounts share a group, so that the counts identify none. */
export const GROUP_PREFIX = 'instagram/';
const GROUPS = 256;
export const groupOf = (igUserId: string): string => `${GROUP_PREFIX}${crc32(igUserId) % GROUPS}`;

/** A refusal is an answer, too. */
export type RecordCall = (hasAnswered: boolean) => void;

export type CallTally = ReturnType<typeof createCallTally>;

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
      /** Whether Instagram accepted the creation, processing or publication of a container. */
      instagramWrite: (igUserId: string, isTaken: boolean) => count(groupOf(igUserId))(isTaken),
    } satisfies Record<Service, RecordCall> & Record<'instagramWrite', unknown>,

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
