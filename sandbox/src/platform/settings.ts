import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection } from './state/collection.ts';

const milliseconds = z.int().min(0);
const share = z.number().min(0).max(1);

const settingsSchema = z.strictObject({
  /** The time in ms that a container is IN_PROGRESS. */
  processingMs: z.strictObject({ image: milliseconds, video: milliseconds }),
  /** The delay in ms of every Graph response; the effect of the call is immediate. */
  answerMs: milliseconds,
  /** Publishes per account in 24 rolling hours (documentation says 50, measured 100). */
  quotaTotal: z.int().min(0),
  /** Containers per account in 24 rolling hours. */
  containersTotal: z.int().min(0),
  /** A publish within this time in ms of the account's last one is refused as spam; 0 for never. */
  burstMs: milliseconds,
  /** Hashtags of a caption or comment: 30 are documented, and the roll-out of 5 began in December 2025. */
  maxHashtags: z.int().min(0),
  /** Whether pictures of 3:4 are accepted; documented is 4:5. */
  tallPictures: z.boolean(),
  /** The real response to a second publish is unknown. `on-arrival`: overlapping calls create two posts. */
  republish: z.enum(['error-2207008', 'same-id', '9007', 'duplicate', 'on-arrival']),
  /** The response to publishing an EXPIRED container: two documented errors fit. */
  expired: z.enum(['24/2207008', '-2/2207020']),
  /** The shape of `/me` and of exchanged codes with Instagram Login: as observed, or as documented. */
  instagramAnswers: z.enum(['objects', 'lists']),
  /** The maximum number of pages in one response of `me/accounts`, whatever `limit` is. */
  pagesAtOnce: z.int().min(1),
  /** The URL of the app, which is called when a person removes it. */
  appUrl: z.url(),
  /** The webhook URL for payments; empty for none. */
  webhookUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** The delay in ms before a failed webhook is retried; doubles each time, up to one hour. */
  webhookRetryMs: z.int().min(1),
  webhookAttempts: z.int().min(1),
  /** The share of webhooks that are lost, and that are sent twice. */
  webhookDrop: share,
  webhookDuplicate: share,
  /** The delay in ms before each webhook, and the maximum random addition. */
  webhookDelayMs: milliseconds,
  webhookShuffleMs: milliseconds,
  /** The days after which a failed invoice is retried: one attempt per entry. */
  dunningDays: z.array(z.int().min(1)),
  dunningEnd: z.enum(['cancel', 'unpaid']),
  /** The usage of the app and of the called account, in percent. */
  appUsage: z.int().min(0).max(100),
  accountUsage: z.int().min(0).max(100),
  logCalls: z.boolean(),
});

export const settingsChangesSchema = settingsSchema.partial();

export type SandboxSettings = z.infer<typeof settingsSchema>;

export type Settings = {
  current(): SandboxSettings;
  change(changes: z.infer<typeof settingsChangesSchema>): SandboxSettings;
  reset(): void;
};

export function openSettings(database: DatabaseSync, start: SandboxSettings): Settings {
  const stored = openCollection<SandboxSettings & { id: string }>(database, 'settings');
  // The file of an older sandbox may lack new settings.
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
