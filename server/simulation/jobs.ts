import type { Jobs } from '../src/jobs/jobs.ts';
import type { QueueName, QueuePayloads } from '../src/jobs/queues.ts';
import type { Chance } from './chance.ts';
import type { Shared } from './shared.ts';
import type { VirtualTime } from './time.ts';

export type Job = { at: number } & (
  | { queue: 'post-advance' | 'post-overdue'; postId: string }
  | { queue: 'media-remux' | 'media-encode'; fileId: string; tries: number }
);

export interface JobLosses {
  /** How many jobs are never seen again, and how many are delivered twice. */
  lost: number;
  doubled: number;
}

export type JobQueue = ReturnType<typeof createJobQueue>;

/**
 * Jobs in place of pg-boss: sent with their transaction, delivered at least once or, as no queue
 * may do and this product must bear, not at all.
 */
export function createJobQueue(
  parts: { time: VirtualTime; chance: Chance; shared: Shared; losses: JobLosses },
  deliver: (job: Job) => void,
  told: (kind: 'lost-job' | 'doubled-job') => void,
) {
  const { time, chance, shared, losses } = parts;
  let waiting = new Set<Job>();

  function put(job: Job): void {
    waiting.add(job);
    time.at(job.at + chance.between(1, 300), () => {
      if (waiting.delete(job)) deliver(job);
    });
  }

  function arrive(job: Job): void {
    if (chance.happens(losses.lost)) return told('lost-job');
    put(job);
    if (!chance.happens(losses.doubled)) return;
    told('doubled-job');
    put({ ...job, at: job.at + chance.between(0, 2000) });
  }

  const jobs: Jobs = {
    async send(tx, queue, sent) {
      for (const { data, startAfter } of sent) {
        const at = Math.max(time.now(), startAfter?.getTime() ?? 0);
        const job = jobOf(queue, data, at);
        if (job !== undefined) shared.whenCommitted(tx.isTransaction, () => arrive(job));
      }
    },
    touch: async () => undefined,
    fetch: async () => [],
    complete: async () => undefined,
    fail: async () => undefined,
    forgetEnded: async () => undefined,
    close: async () => undefined,
  };

  return {
    jobs,
    put,
    /** What a backup of the database has of them. */
    all: (): Job[] => [...waiting],
    replace(restored: readonly Job[]): void {
      waiting = new Set();
      for (const job of restored) put({ ...job, at: Math.max(job.at, time.now()) });
    },
  };
}

/** Mail and money are other proofs' matter; what is told is read from the table of notices. */
function jobOf(queue: QueueName, data: QueuePayloads[QueueName], at: number): Job | undefined {
  if (queue === 'media-remux' || queue === 'media-encode') {
    return 'fileId' in data ? { queue, at, ...data, tries: 0 } : undefined;
  }
  if (queue === 'post-advance' || queue === 'post-overdue') {
    return 'postId' in data ? { queue, at, ...data } : undefined;
  }
  return undefined;
}
