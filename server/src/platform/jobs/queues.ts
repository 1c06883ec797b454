import type { UserEmailJob } from '../mail/user-email-job.ts';
import type { SupportEmailKind } from '../database/tables-support.ts';

/** What each queue's jobs carry. A job is a nudge: the row it names says what is to be done. */
export interface QueuePayloads {
  /** Take the next step of a post. */
  'post-advance': { postId: string };
  /** The same, of a post whose own job was lost or is late: at most one waits for each post. */
  'post-overdue': { postId: string };
  /**
   * Of the videos that wait to be written anew, or encoded, convert the most urgent. There are as
   * many jobs as videos; each names the one that it was sent with.
   */
  'media-remux': { fileId: string };
  'media-encode': { fileId: string };
  /** Send a workspace's owners the mails that wait for them. */
  mail: { workspaceId: string };
  /** Send a user a mail about their account. */
  'account-mail': { mailId: string };
  /** Tell the owner of an account what happened to it. */
  'account-news': UserEmailJob;
  /** Go on with the deletion of an account. */
  'account-deletion': { deletionId: string };
  /** Send a user the summary of a week, named by the instant from which on it is sent. */
  'weekly-summary': { userId: string; week: string };
  /** Mail a message to the team, or its sender that it has come. */
  'support-letter': { messageId: string; kind: SupportEmailKind };
  /** Ask the card provider about a customer. */
  'billing-sync': { customerId: string };
  /** Tell the card provider the address of whoever answers for a workspace. */
  'billing-address': { workspaceId: string };
  /** Pay back a subscription whose owner withdraws. */
  'billing-refund': { workspaceId: string };
  /** Compare all subscriptions with what the card provider knows. */
  'billing-reconcile': { all: true };
  /** Ask Instagram what it counts of the posts and days of an account that are due. */
  insights: { connectionId: string };
  /** Write the first comment of a post, once that is published. */
  'first-comment': { postId: string };
  /** Tell a device of an event: one message of each. */
  push: { subscriptionId: string; event: string };
  /** Tell a webhook of an event. */
  webhook: { deliveryId: string };
  /** Of a dispute or a refund. */
  'billing-trouble': { id: string };
}
export type QueueName = keyof QueuePayloads;

interface QueueSettings {
  /** Jobs of this queue that one process works on at a time. */
  concurrency: number;
  /** Of them, those that one workspace's, or one person's, jobs may take. */
  concurrencyPerGroup?: number;
  /** `short`: of jobs with the same key one waits at a time; `exclusive`: there is one that has not ended. */
  policy?: 'short' | 'exclusive';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** A job whose process died runs again this long after its last sign of life. */
  heartbeatSeconds: number;
  /** How long a job may take though its process lives; else a quarter of an hour. */
  expireInSeconds?: number;
  /** How long a job that ended is kept. */
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

/** One at a time in a process: it takes all that the machine gives, and on a small one hours. */
const conversionSettings: QueueSettings = {
  ...defaultSettings,
  concurrency: 1,
  policy: 'short',
  // Longer than a claim (`conversion.repository.ts`): sooner it would find nothing to do.
  retryDelay: 60,
  retryBackoff: false,
  expireInSeconds: 6 * 3600,
};

/** A mail server that is down for the night must not cost its owner the mail. */
const mailSettings: QueueSettings = {
  ...defaultSettings,
  concurrency: 5,
  retryLimit: 20,
  retryDelay: 30,
};

/** The card provider may be away for an hour. */
const billingSettings: QueueSettings = { ...mailSettings, policy: 'short' };

export const queues: Record<QueueName, QueueSettings> = {
  'post-advance': { ...defaultSettings, concurrencyPerGroup: 10 },
  'post-overdue': { ...defaultSettings, concurrency: 20, concurrencyPerGroup: 5, policy: 'short' },
  'media-remux': conversionSettings,
  'media-encode': conversionSettings,
  mail: mailSettings,
  'account-mail': mailSettings,
  'account-news': mailSettings,
  // One step can go through a hundred thousand posts.
  'account-deletion': {
    ...mailSettings,
    concurrency: 2,
    policy: 'short',
    expireInSeconds: 2 * 3600,
  },
  'weekly-summary': { ...mailSettings, policy: 'short' },
  // The sweep takes up what its retries of half an hour could not send.
  'support-letter': { ...mailSettings, policy: 'exclusive', retryLimit: 5 },
  'billing-sync': billingSettings,
  'billing-address': billingSettings,
  'billing-refund': billingSettings,
  'billing-reconcile': { ...billingSettings, concurrency: 1 },
  // A few accounts at a time: nobody waits for it. What fails is found again by the sweep.
  insights: { ...defaultSettings, concurrency: 4, policy: 'short', retryLimit: 0 },
  'billing-trouble': billingSettings,
  // Found again by its own pass, which knows when.
  'first-comment': {
    ...defaultSettings,
    concurrency: 10,
    concurrencyPerGroup: 3,
    policy: 'short',
    retryLimit: 0,
  },
  // What a service does not take is sent again by a job of its own.
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
  'account-news',
  'account-deletion',
  'weekly-summary',
  'support-letter',
  'billing-sync',
  'billing-address',
  'billing-refund',
  'billing-reconcile',
  'insights',
  'billing-trouble',
  'first-comment',
  'push',
  'webhook',
];
