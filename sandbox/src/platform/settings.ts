import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection } from './state/collection.ts';

const milliseconds = z.int().min(0);
const share = z.number().min(0).max(1);

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
  /** How many pages one answer of `me/accounts` holds at most, whatever `limit` asks for. */
  pagesAtOnce: z.int().min(1),
  /** Where the app is: it is told when a person removes it. */
  appUrl: z.url(),
  /** Where the webhooks of payments go, besides endpoints made by the API; empty for nowhere. */
  webhookUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** How long after a failed webhook the next attempt comes; it doubles each time, to an hour. */
  webhookRetryMs: z.int().min(1),
  /** After how many attempts a webhook is given up. */
  webhookAttempts: z.int().min(1),
  /** What becomes of webhooks by chance: the share that is lost, and that comes twice. */
  webhookDrop: share,
  webhookDuplicate: share,
  /** How long each webhook waits before it is sent, and how much longer at most, by chance. */
  webhookDelayMs: milliseconds,
  webhookShuffleMs: milliseconds,
  /** After how many days a failed invoice is tried again: once per entry. */
  dunningDays: z.array(z.int().min(1)),
  /** What a subscription becomes after the last attempt. */
  dunningEnd: z.enum(['cancel', 'unpaid']),
  /** How much of its allowance the app, and the account that is called, have used, in percent. */
  appUsage: z.int().min(0).max(100),
  accountUsage: z.int().min(0).max(100),
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
  const stored = openCollection<SandboxSettings & { id: string }>(database, 'settings');
  // A file of an older sandbox may lack settings that are new.
  let current = settingsSchema.strip().parse({ ...start, ...stored.get('current') });
  return {
    current: () => current,
    change: (changes) => {
      current = settingsSchema.strip().parse({ ...current, ...changes });
      stored.put({ id: 'current', ...current });
      return current;
    },
    reset: () => {
      stored.clear();
      current = start;
    },
  };
}
