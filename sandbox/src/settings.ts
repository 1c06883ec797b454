import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection } from './state/collection.ts';

const milliseconds = z.int().min(0);

/** What a test may change about the world while it runs. */
const settingsSchema = z.strictObject({
  /** How long a container stays IN_PROGRESS. */
  processingMs: z.strictObject({ image: milliseconds, video: milliseconds }),
  /** Publishes allowed per account in 24 rolling hours (documentation says 50, measured 100). */
  quotaTotal: z.int().min(0),
  /** Containers allowed per account in 24 rolling hours. */
  containersTotal: z.int().min(0),
  /** What a second publish of a PUBLISHED container answers: nobody knows, so all can be tried. */
  republish: z.enum(['error-2207008', 'same-id', '9007', 'duplicate']),
  /** What publishing an EXPIRED container answers: two documented errors fit. */
  expired: z.enum(['24/2207008', '-2/2207020']),
});

/** The body of a change: any of the settings. */
export const settingsChangesSchema = settingsSchema.partial();

export type SandboxSettings = z.infer<typeof settingsSchema>;

export type Settings = {
  current(): SandboxSettings;
  change(changes: z.infer<typeof settingsChangesSchema>): SandboxSettings;
  reset(): void;
};

/** Opens the settings, which survive a restart; `start` is what a reset goes back to. */
export function openSettings(database: DatabaseSync, start: SandboxSettings): Settings {
  const saved = openCollection<SandboxSettings & { id: string }>(database, 'settings');
  let current = saved.get('current') ?? start;
  return {
    current: () => current,
    change: (changes) => {
      current = settingsSchema.strip().parse({ ...current, ...changes });
      saved.put({ id: 'current', ...current });
      return current;
    },
    reset: () => {
      saved.clear();
      current = start;
    },
  };
}
