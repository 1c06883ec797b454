import type { UserEmailJob } from '../mail/user-email-job.ts';
import type { SupportEmailKind } from '../database/tables.ts';

/** A job is only a wake-up: its row says what to do. */
export interface QueuePayloads {
  'post-advance': { postId: string };
  'post-overdue': { postId: string };
  /** Converts the most urgent video of those to remux or encode, which may be another than the job names. */
  'media-remux': { fileId: string };
  'media-encode': { fileId: string };
  mail: { workspaceId: string };
  'account-mail': { mailId: string };
  'user-email': UserEmailJob;
  'account-deletion': { deletionId: string };
  /** `week` is the instant from which on the summary is sent. */
  'weekly-summary': { userId: string; week: string };
  'support-email': { messageId: string; kind: SupportEmailKind };
  'billing-sync': { customerId: string };
  'billing-address': { workspaceId: string };
  'billing-refund': { workspaceId: string };
  'billing-reconcile': { all: true };
  insights: { connectionId: string };
  'first-comment': { postId: string };
  'payment-issue': { id: string };
}
export type QueueName = keyof QueuePayloads;

interface QueueSettings {
  /** Jobs that one process runs at a time. */
  concurrency: number;
  /** Jobs of one workspace or user that run at a time in all processes together. */
  concurrencyPerGroup?: number;
  /** `short`: at most one queued job per key; `exclusive`: at most one job per key that has not ended. */
  policy?: 'short' | 'exclusive';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** A job whose process died runs again this long after its last heartbeat. */
  heartbeatSeconds: number;
  /** Default: 15 minutes. */
  expireInSeconds?: number;
  deleteAfterSeconds: number;
}

const defaultSettings: QueueSettings = {
  concurrency: 50,
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 3600,
};

/** A conversion uses the whole machine, and takes hours on a small one. */
const conversionSettings: QueueSettings = {
  ...defaultSettings,
  concurrency: 1,
  policy: 'short',
  // Longer than a claim (`conversion.repository.ts`): an earlier retry would find nothing to do.
  retryDelay: 60,
  retryBackoff: false,
  expireInSeconds: 6 * 3600,
};

/** The retries outlast a mail server that is down for a night. */
const mailSettings: QueueSettings = {
  ...defaultSettings,
  concurrency: 5,
  retryLimit: 20,
  retryDelay: 30,
};

/** The retries outlast an hour without the card provider. */
const billingSettings: QueueSettings = { ...mailSettings, policy: 'short' };

export const queues: Record<QueueName, QueueSettings> = {
  'post-advance': { ...defaultSettings, concurrencyPerGroup: 10 },
  'post-overdue': { ...defaultSettings, concurrency: 20, concurrencyPerGroup: 5, policy: 'short' },
  'media-remux': conversionSettings,
  'media-encode': conversionSettings,
  mail: mailSettings,
  'account-mail': mailSettings,
  'user-email': mailSettings,
  // One step can process a hundred thousand posts.
  'account-deletion': {
    ...mailSettings,
    concurrency: 2,
    policy: 'short',
    expireInSeconds: 2 * 3600,
  },
  'weekly-summary': { ...mailSettings, policy: 'short' },
  // Maintenance sends what half an hour of retries could not send.
  'support-email': { ...mailSettings, policy: 'exclusive', retryLimit: 5 },
  'billing-sync': billingSettings,
  'billing-address': billingSettings,
  'billing-refund': billingSettings,
  'billing-reconcile': { ...billingSettings, concurrency: 1 },
  // Insights are not urgent. Maintenance retries a failure.
  insights: { ...defaultSettings, concurrency: 4, policy: 'short', retryLimit: 0 },
  'payment-issue': billingSettings,
  // The first comments have their own loop, which knows the time of the next attempt.
  'first-comment': {
    ...defaultSettings,
    concurrency: 10,
    concurrencyPerGroup: 3,
    policy: 'short',
    retryLimit: 0,
  },
};

export const queueNames: readonly QueueName[] = [
  'post-advance',
  'post-overdue',
  'media-remux',
  'media-encode',
  'mail',
  'account-mail',
  'user-email',
  'account-deletion',
  'weekly-summary',
  'support-email',
  'billing-sync',
  'billing-address',
  'billing-refund',
  'billing-reconcile',
  'insights',
  'payment-issue',
  'first-comment',
];
