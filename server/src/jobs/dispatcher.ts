import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { logFields, withLogFields } from '../log-fields.ts';
import { startLoop, type Loop } from '../loop.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Jobs } from './jobs.ts';
import { queueNames, queues, type QueueName, type QueuePayloads } from './queues.ts';

export type JobHandlers = {
  [Q in QueueName]: (data: QueuePayloads[Q]) => Promise<void>;
};

interface DispatcherDependencies {
  jobs: Jobs;
  handlers: JobHandlers;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'jobEnded'>;
}

/** Behind every nudge and timer: how long a job can go unseen when all of them are lost. */
const POLL_MS = 5000;
/** Their heartbeat ends after 60 s. */
const TOUCH_MS = 20_000;

/**
 * Works the queues: claims as many jobs as it has free slots and reports each one's end by itself,
 * so that a slow job holds up nobody else. Closing waits for the jobs in hand.
 */
export function startDispatcher(deps: DispatcherDependencies): Loop {
  const loops = queueNames.map((queue) => workQueue(queue, deps));
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    close: async () => void (await Promise.all(loops.map((loop) => loop.close()))),
  };
}

function workQueue<Q extends QueueName>(queue: Q, deps: DispatcherDependencies): Loop {
  const { jobs, handlers, log, metrics } = deps;
  const { slots } = queues[queue];
  const inHand = new Map<string, Promise<void>>();
  /** The last claim found something: there may be more, of others or of the same group. */
  let isBehind = false;

  async function work(id: string, data: QueuePayloads[Q]): Promise<void> {
    try {
      await handlers[queue](data);
      await jobs.complete(queue, id);
      metrics.jobEnded(queue, 'done');
    } catch (error) {
      metrics.jobEnded(queue, 'failed');
      // Ids say which it was; an address is nobody's business here.
      log.error({ error, queue, ...('to' in data ? { id } : { data }) }, 'a job failed');
      await jobs
        .fail(queue, id, String(error))
        // Its heartbeat ends and it runs again.
        .catch((failure: unknown) =>
          log.error({ error: failure, queue }, 'a job was not reported'),
        );
    }
  }

  const loop = startLoop({ ...deps, name: queue }, async () => {
    const free = slots - inHand.size;
    const claimed = free === 0 ? [] : await jobs.fetch(queue, free);
    if (free > 0) isBehind = claimed.length > 0;
    for (const { id, data } of claimed) {
      const { workerId } = logFields();
      const postId = 'postId' in data ? data.postId : undefined;
      const fields = { workerId, queue, jobId: id, postId };
      const job = withLogFields(fields, () => work(id, data)).finally(() => {
        inHand.delete(id);
        // A claim for each that ends would cost the database more than the work.
        if (isBehind && inHand.size <= slots / 2) loop.wake();
      });
      inHand.set(id, job);
    }
    return POLL_MS;
  });
  // A job that takes long is not taken for one whose process died.
  const touching = startLoop({ ...deps, name: `${queue}, touching` }, async () => {
    await jobs.touch(queue, [...inHand.keys()]);
    return TOUCH_MS;
  });
  return {
    wake: loop.wake,
    async close() {
      await loop.close();
      await Promise.all(inHand.values());
      await touching.close();
    },
  };
}
