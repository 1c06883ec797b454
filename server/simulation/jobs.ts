import type { Jobs } from '../src/jobs/jobs.ts';
import type { Chance } from './chance.ts';
import type { Shared } from './shared.ts';
import type { VirtualTime } from './time.ts';

export interface Job {
  queue: 'post-advance' | 'post-overdue';
  postId: string;
  at: number;
}

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
      // Mail is another proof's matter; what is told is read from the table of notices. Every file is ready.
      if (queue !== 'post-advance' && queue !== 'post-overdue') return;
      for (const { data, startAfter } of sent) {
        if ('workspaceId' in data || 'fileId' in data) continue;
        const at = Math.max(time.now(), startAfter?.getTime() ?? 0);
        shared.whenCommitted(tx.isTransaction, () => arrive({ queue, postId: data.postId, at }));
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
    put,
    /** What a backup of the database has of them. */
    all: (): Job[] => [...waiting],
    replace(restored: readonly Job[]): void {
      waiting = new Set();
      for (const job of restored) put({ ...job, at: Math.max(job.at, time.now()) });
    },
  };
}
