import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Jobs } from './jobs.ts';
import { queueNames, queues, type QueueName, type QueuePayloads } from './queues.ts';

export type JobHandlers = {
  [Q in QueueName]: (data: QueuePayloads[Q]) => Promise<void>;
};

export interface Dispatcher {
  /** Looks at the queues now rather than at the next poll. */
  wake(): void;
  /** Claims no more and waits for the jobs in hand. */
  close(): Promise<void>;
}

/** Behind every nudge and timer: how long a job can go unseen when all of them are lost. */
const POLL_MS = 5000;

/**
 * Works the queues: claims as many jobs as it has free slots and reports each one's end by itself,
 * so that a slow job holds up nobody else.
 */
export function startDispatcher(deps: {
  jobs: Jobs;
  handlers: JobHandlers;
  clock: Clock;
  log: Log;
}): Dispatcher {
  const loops = queueNames.map((queue) => startLoop(queue, deps));
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    close: async () => void (await Promise.all(loops.map((loop) => loop.close()))),
  };
}

function startLoop<Q extends QueueName>(
  queue: Q,
  { jobs, handlers, clock, log }: Parameters<typeof startDispatcher>[0],
): Dispatcher {
  const { slots } = queues[queue];
  const inHand = new Set<Promise<void>>();
  let closed = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let cancelPoll = () => {};

  async function work(id: string, data: QueuePayloads[Q]): Promise<void> {
    try {
      await handlers[queue](data);
      await jobs.complete(queue, id);
    } catch (error) {
      log.error({ error, queue, data }, 'a job failed');
      await jobs
        .fail(queue, id, String(error))
        // Its heartbeat ends and it runs again.
        .catch((failure: unknown) =>
          log.error({ error: failure, queue }, 'a job was not reported'),
        );
    }
  }

  async function look(): Promise<void> {
    const free = slots - inHand.size;
    if (free === 0) return;
    const claimed = await jobs.fetch(queue, free);
    for (const { id, data } of claimed) {
      const job = work(id, data).finally(() => {
        inHand.delete(job);
        wake();
      });
      inHand.add(job);
    }
  }

  function wake(): void {
    if (closed) return;
    if (looking !== undefined) {
      lookAgain = true;
      return;
    }
    cancelPoll();
    lookAgain = false;
    looking = look()
      .catch((error: unknown) => log.error({ error, queue }, 'jobs could not be claimed'))
      .finally(() => {
        looking = undefined;
        if (closed) return;
        if (lookAgain) wake();
        else cancelPoll = clock.after(POLL_MS, wake);
      });
  }

  wake();
  return {
    wake,
    async close() {
      closed = true;
      cancelPoll();
      await looking;
      await Promise.all(inHand);
    },
  };
}
