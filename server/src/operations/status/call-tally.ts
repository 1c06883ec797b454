import { crc32 } from 'node:zlib';
import type { Calls, ComponentId, GroupCount } from './status.rules.ts';

const services = ['instagram', 'email', 'payments'] as const satisfies ComponentId[];
export type Service = (typeof services)[number];

/** Many accounts share a group, so that the counts identify none. */
const GROUPS = 256;
export const groupOf = (count: GroupCount, igUserId: string): string =>
  `${count}/${crc32(igUserId) % GROUPS}`;

/** A refusal is an answer, too. */
export type RecordCall = (hasAnswered: boolean) => void;

/** An error of Instagram for which our table has no row. */
export interface SeenCode {
  code: string;
  seen: number;
}

export type CallTally = ReturnType<typeof createCallTally>;

export function createCallTally() {
  const counts = new Map<string, Calls>();
  const unlistedCodes = new Map<string, number>();
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
      instagramWrite(igUserId: string, isAccepted: boolean, isPublication: boolean): void {
        count(groupOf('write', igUserId))(isAccepted);
        if (isPublication) count(groupOf('publish', igUserId))(isAccepted);
      },
      shownPublication: (igUserId: string, isShown: boolean) =>
        count(groupOf('shown', igUserId))(isShown),
      unlistedCode: (code: string) => {
        unlistedCodes.set(code, (unlistedCodes.get(code) ?? 0) + 1);
      },
    } satisfies Record<Service, RecordCall> & Record<string, unknown>,

    drain(): { calls: (Calls & { service: string })[]; codes: SeenCode[] } {
      const calls = [...counts].map(([service, { answered, failed }]) => ({
        service,
        answered,
        failed,
      }));
      const codes = [...unlistedCodes].map(([code, seen]) => ({ code, seen }));
      counts.clear();
      unlistedCodes.clear();
      return { calls, codes };
    },
  };
}
