import type { Jobs } from '@pontual/server/platform/jobs/jobs.ts';
import type { QueueName, QueuePayloads } from '@pontual/server/platform/jobs/queues.ts';
import type { SeededRandom } from './random.ts';
import type { SharedDatabase } from './shared.ts';
import type { VirtualTime } from './time.ts';

export type Job = { at: number } & (
  | { queue: 'post-advance' | 'post-overdue'; postId: string }
  | { queue: 'media-remux' | 'media-encode'; fileId: string; tries: number }
);

export interface JobLosses {
  lost: number;
  doubled: number;
}

export type JobQueue = ReturnType<typeof createJobQueue>;

/**
 * Delivers at least once, sends with the transaction, and loses some jobs, which the product must survive.
 */
export function createJobQueue(
  parts: { time: VirtualTime; random: SeededRandom; shared: SharedDatabase; losses: JobLosses },
  deliver: (job: Job) => void,
  onLoss: (kind: 'lost-job' | 'doubled-job') => void,
) {
  const { time, random, shared, losses } = parts;
  let pending = new Set<Job>();

  function enqueue(job: Job): void {
    pending.add(job);
    time.at(job.at + random.int(1, 300), () => {
      if (pending.delete(job)) deliver(job);
    });
  }

  function admitJob(job: Job): void {
    if (random.happens(losses.lost)) return onLoss('lost-job');
    enqueue(job);
    if (!random.happens(losses.doubled)) return;
    onLoss('doubled-job');
    enqueue({ ...job, at: job.at + random.int(0, 2000) });
  }

  const jobs: Jobs = {
    async send(tx, queue, sent) {
      for (const { data, startAfter } of sent) {
        const at = Math.max(time.now(), startAfter?.getTime() ?? 0);
        const job = toJob(queue, data, at);
        if (job !== undefined) shared.whenCommitted(tx.isTransaction, () => admitJob(job));
      }
    },
    touch: async () => undefined,
    fetch: async () => [],
    complete: async () => undefined,
    fail: async () => undefined,
    close: async () => undefined,
  };

  return {
    jobs,
    enqueue,
    all: (): Job[] => [...pending],
    replace(restored: readonly Job[]): void {
      pending = new Set();
      for (const job of restored) enqueue({ ...job, at: Math.max(job.at, time.now()) });
    },
  };
}

/** Emails and billing are out of scope; notifications are read from their table. */
function toJob(queue: QueueName, data: QueuePayloads[QueueName], at: number): Job | undefined {
  if (queue === 'media-remux' || queue === 'media-encode') {
    return 'fileId' in data ? { queue, at, ...data, tries: 0 } : undefined;
  }
  if (queue === 'post-advance' || queue === 'post-overdue') {
    return 'postId' in data ? { queue, at, ...data } : undefined;
  }
  return undefined;
}
