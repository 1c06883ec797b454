import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection } from './state/collection.ts';

const milliseconds = z.int().min(0);

/** What a test may change about the world while it runs. */
const settingsSchema = z.strictObject({
  /** How long a container stays IN_PROGRESS. */
  processingMs: z.strictObject({ image: milliseconds, video: milliseconds }),
  /** How long the answer of every Graph call takes; what the call does is done at once. */
  answerMs: milliseconds,
  /** Publishes allowed per account in 24 rolling hours (documentation says 50, measured 100). */
  quotaTotal: z.int().min(0),
  /** Containers allowed per account in 24 rolling hours. */
  containersTotal: z.int().min(0),
  /**
   * What a second publish of a PUBLISHED container answers: nobody knows, so all can be tried.
   * `on-arrival` looks at the container when the call arrives: two that overlap make two posts.
   */
  republish: z.enum(['error-2207008', 'same-id', '9007', 'duplicate', 'on-arrival']),
  /** What publishing an EXPIRED container answers: two documented errors fit. */
  expired: z.enum(['24/2207008', '-2/2207020']),
  /** Are calls written to the log? A load test does without. */
  logCalls: z.boolean(),
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
  // A file of an older sandbox may lack settings that are new.
  let current = settingsSchema.strip().parse({ ...start, ...saved.get('current') });
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
