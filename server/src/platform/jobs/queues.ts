import type { UserEmailJob } from '../mail/user-email-job.ts';
import type { SupportEmailKind } from '../database/tables.ts';

/** The data of each queue's jobs. A job is only a wake-up: its row says what to do. */
export interface QueuePayloads {
  'post-advance': { postId: string };
  /** Advances a post whose own job was lost or is late. At most one job is queued per post. */
  'post-overdue': { postId: string };
  /**
   * Converts the most urgent video of those to remux or encode. There is one job per video, but a job does
   * not have to convert the video that it names.
   */
  'media-remux': { fileId: string };
  'media-encode': { fileId: string };
  /** Sends the pending email notifications of a workspace to its members. */
  mail: { workspaceId: string };
  /** Sends a user a password email. */
  'account-mail': { mailId: string };
  /** Sends an email about the user account to the address in the job. */
  'user-email': UserEmailJob;
  'account-deletion': { deletionId: string };
  /** Sends a user the weekly summary. `week` is the instant from which on the summary is sent. */
  'weekly-summary': { userId: string; week: string };
  /** Sends a support message to the team, or its confirmation to the sender. */
  'support-email': { messageId: string; kind: SupportEmailKind };
  /** Reads a customer from the card provider. */
  'billing-sync': { customerId: string };
  /** Sends the email address of the workspace owner to the card provider. */
  'billing-address': { workspaceId: string };
  /** Refunds a subscription after the owner's withdrawal. */
  'billing-refund': { workspaceId: string };
  'billing-reconcile': { all: true };
  /** Reads the due insights of an Instagram account and its posts. */
  insights: { connectionId: string };
  'first-comment': { postId: string };
  /** Sends a push message about an event; one message per event and device. */
  push: { subscriptionId: string; event: string };
  webhook: { deliveryId: string };
  /** Sends a notification of a dispute or a refund. */
  'payment-issue': { id: string };
}
export type QueueName = keyof QueuePayloads;

interface QueueSettings {
  /** The number of jobs of this queue that one process runs at a time. */
  concurrency: number;
  /** The number of jobs of one group (a workspace or a user) that run at a time in all processes together. */
  concurrencyPerGroup?: number;
  /** `short`: at most one queued job per key; `exclusive`: at most one job per key that has not ended. */
  policy?: 'short' | 'exclusive';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** A job whose process died runs again this long after its last heartbeat. */
  heartbeatSeconds: number;
  /** The time limit of a job in a live process; 15 minutes by default. */
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

/** One conversion of each kind per process: it uses the whole machine, and takes hours on a small one. */
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
  // A few accounts at a time, since insights are not urgent. Maintenance retries a failure.
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
  push: { ...defaultSettings, concurrency: 10, concurrencyPerGroup: 5, policy: 'short' },
  webhook: { ...defaultSettings, concurrency: 10, concurrencyPerGroup: 3, policy: 'short' },
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
  'push',
  'webhook',
];
