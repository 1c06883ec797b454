import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection } from './state/collection.ts';

export const faultRequestSchema = z.strictObject({
  service: z.string(),
  step: z.string(),
  fault: z.string(),
  times: z.int().min(1).default(1),
  delayMs: z.int().min(0).default(0),
  username: z.string().optional(),
});

/** A fault that waits for the next calls of its step (and of its account, if it names one). */
export type ArmedFault = z.infer<typeof faultRequestSchema>;

/** What one service knows to do wrong: its steps, and the fault names each step understands. */
export type FaultBook = {
  steps: readonly string[];
  names: readonly string[];
  understands(step: string, fault: string): boolean;
};

export type Faults = {
  arm(fault: ArmedFault): void;
  /** Takes one use of the first fault armed for one of these steps, if any is. */
  take(service: string, steps: readonly string[], username?: string): ArmedFault | undefined;
  armed(): ArmedFault[];
  reset(): void;
};

type Saved = ArmedFault & { id: string };

/** Opens the armed faults; they survive a restart, for a fault may be about one. */
export function openFaults(database: DatabaseSync): Faults {
  const saved = openCollection<Saved>(database, 'faults');
  let last = Math.max(0, ...saved.all().map(({ id }) => Number(id)));
  return {
    arm: (fault) => {
      last += 1;
      saved.put({ id: String(last), ...fault });
    },
    take: (service, steps, username) => {
      for (const fault of saved.all()) {
        const fits =
          fault.service === service &&
          steps.includes(fault.step) &&
          (fault.username === undefined || fault.username === username);
        if (!fits) continue;
        if (fault.times === 1) saved.remove(fault.id);
        else saved.put({ ...fault, times: fault.times - 1 });
        return fault;
      }
      return undefined;
    },
    armed: () => saved.all().map((fault) => faultRequestSchema.strip().parse(fault)),
    reset: () => saved.clear(),
  };
}
