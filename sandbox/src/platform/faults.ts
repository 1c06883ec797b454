import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { openCollection } from './state/collection.ts';

export const faultRequestSchema = z.strictObject({
  service: z.string(),
  step: z.string(),
  fault: z.string(),
  times: z.int().min(1).default(1),
  delayMs: z.int().min(0).default(0),
  /** For so long every matching call meets the fault, whatever `times` is. */
  forMs: z.int().min(1).optional(),
  username: z.string().optional(),
});

export type ArmedFault = z.infer<typeof faultRequestSchema>;

/** The faults of one service: its steps, and the fault names that each step accepts. */
export type FaultCatalog = {
  steps: readonly string[];
  names: readonly string[];
  canApply(step: string, fault: string): boolean;
};

export type FaultStore = {
  arm(fault: ArmedFault): void;
  consume(service: string, steps: readonly string[], username?: string): ArmedFault | undefined;
  listArmed(): ArmedFault[];
  reset(): void;
};

type StoredFault = ArmedFault & { id: string; until: number | null };

/** Opens the armed faults, which survive a restart, because a fault may be about one. */
export function openFaults(database: DatabaseSync, clock: Pick<Clock, 'now'>): FaultStore {
  const saved = openCollection<StoredFault>(database, 'faults', ({ service, step, username }) =>
    groupKey(service, step, username),
  );
  let lastId = saved.all().reduce((highest, { id }) => Math.max(highest, Number(id)), 0);

  /** Searches by group: a campaign arms thousands of faults, and every call searches them. */
  function findOldest(
    service: string,
    steps: readonly string[],
    username: string | undefined,
  ): StoredFault | undefined {
    let found: StoredFault | undefined;
    for (const step of steps) {
      for (const name of username === undefined ? [undefined] : [undefined, username]) {
        const fault = saved.oldestIn(groupKey(service, step, name));
        if (fault && (!found || Number(fault.id) < Number(found.id))) found = fault;
      }
    }
    return found;
  }

  return {
    arm: (fault) => {
      lastId += 1;
      const until = fault.forMs === undefined ? null : clock.now() + fault.forMs;
      saved.put({ id: String(lastId), ...fault, until });
    },
    consume: (service, steps, username) => {
      const find = () => (saved.size() === 0 ? undefined : findOldest(service, steps, username));
      let fault = find();
      while (fault?.until && fault.until <= clock.now()) {
        saved.remove(fault.id);
        fault = find();
      }
      if (fault?.until) return fault;
      if (fault?.times === 1) saved.remove(fault.id);
      else if (fault) saved.put({ ...fault, times: fault.times - 1 });
      return fault;
    },
    listArmed: () => saved.all().map((fault) => faultRequestSchema.strip().parse(fault)),
    reset: () => saved.clear(),
  };
}

function groupKey(service: string, step: string, username: string | undefined): string {
  return `${service} ${step} ${username ?? ''}`;
}
