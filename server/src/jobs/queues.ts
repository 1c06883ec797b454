/** What each queue's jobs carry. A job is a nudge: the row it names says what is to be done. */
export interface QueuePayloads {
  /** Take the next step of a post. */
  'post-advance': { postId: string };
  /** Read the permalink of a published post. */
  'post-afterwards': { postId: string };
}
export type QueueName = keyof QueuePayloads;

interface QueueSettings {
  /** Jobs of this queue that one process works on at a time. */
  slots: number;
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  /** A job whose process died runs again this long after its last sign of life. */
  heartbeatSeconds: number;
  /** How long a job that ended is kept. */
  deleteAfterSeconds: number;
}

const usual: QueueSettings = {
  slots: 50,
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 3600,
};

export const queues: Record<QueueName, QueueSettings> = {
  'post-advance': usual,
  'post-afterwards': { ...usual, slots: 10 },
};

export const queueNames: readonly QueueName[] = ['post-advance', 'post-afterwards'];
