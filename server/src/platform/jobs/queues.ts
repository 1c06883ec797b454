/** A job is only a wake-up: its row says what to do. */
export interface QueuePayloads {
  'post-advance': { postId: string };
  'post-overdue': { postId: string };
  /** Converts the most urgent video of those to remux or encode, which may be another than the job names. */
  'media-remux': { fileId: string };
  'media-encode': { fileId: string };
  'account-deletion': { deletionId: string };
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
  /** `short`: at most one queued job per key. */
  policy?: 'short';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** In seconds; without it the delay doubles at each retry. */
  retryDelayMax?: number;
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

/** The retries outlast a night without the card provider. */
const billingSettings: QueueSettings = {
  ...defaultSettings,
  concurrency: 5,
  policy: 'short',
  retryLimit: 20,
  retryDelay: 30,
};

export const queues: Record<QueueName, QueueSettings> = {
  'post-advance': { ...defaultSettings, concurrencyPerGroup: 10 },
  'post-overdue': { ...defaultSettings, concurrency: 20, concurrencyPerGroup: 5, policy: 'short' },
  'media-remux': conversionSettings,
  'media-encode': conversionSettings,
  // One step can process a hundred thousand posts.
  'account-deletion': {
    ...billingSettings,
    concurrency: 2,
    expireInSeconds: 2 * 3600,
  },
  'billing-sync': billingSettings,
  'billing-address': billingSettings,
  'billing-refund': billingSettings,
  'billing-reconcile': { ...billingSettings, concurrency: 1 },
  // Insights are not urgent. Maintenance retries a failure.
  insights: { ...defaultSettings, concurrency: 4, policy: 'short', retryLimit: 0 },
  // 14 hours; then maintenance sends another job each day.
  'payment-issue': { ...billingSettings, retryDelayMax: 3600 },
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
  'account-deletion',
  'billing-sync',
  'billing-address',
  'billing-refund',
  'billing-reconcile',
  'insights',
  'payment-issue',
  'first-comment',
];
