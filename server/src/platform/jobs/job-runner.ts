import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { logFields, withLogFields } from '../log/log-fields.ts';
import { startLoop, type Loop } from '../loop.ts';
import type { Metrics } from '../metrics.ts';
import type { Jobs } from './jobs.ts';
import { queueNames, queues, type QueueName, type QueuePayloads } from './queues.ts';

export type JobHandlers = {
  [Q in QueueName]: (data: QueuePayloads[Q]) => Promise<void>;
};

interface JobRunnerDependencies {
  jobs: Jobs;
  handlers: JobHandlers;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'recordJobEnd'>;
}

/** The longest delay of a job, in ms, when every wake-up and timer is lost. */
const POLL_MS = 5000;
/** The heartbeat of a job expires after 60 s. */
const TOUCH_INTERVAL_MS = 20_000;

/** Reports each end on its own, so that a slow job delays no other. Closing waits for the running jobs. */
export function startJobRunner(deps: JobRunnerDependencies): Loop {
  const loops = queueNames.map((queue) => workQueue(queue, deps));
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    close: async () => void (await Promise.all(loops.map((loop) => loop.close()))),
  };
}

function workQueue<Q extends QueueName>(queue: Q, deps: JobRunnerDependencies): Loop {
  const { jobs, handlers, log, metrics } = deps;
  const { concurrency } = queues[queue];
  const running = new Map<string, Promise<void>>();
  /** The last claim found jobs, so more may be ready. */
  let isBehind = false;

  async function runJob(id: string, data: QueuePayloads[Q]): Promise<void> {
    try {
      await handlers[queue](data);
      await jobs.complete(queue, id);
      metrics.recordJobEnd(queue, 'done');
    } catch (error) {
      metrics.recordJobEnd(queue, 'failed');
      log.error({ error, queue, data }, 'a job failed');
      await jobs
        .fail(queue, id, String(error))
        .catch((failure: unknown) =>
          log.error({ error: failure, queue }, 'a job was not reported'),
        );
    }
  }

  const loop = startLoop({ ...deps, name: queue }, async () => {
    const free = concurrency - running.size;
    const claimed = free === 0 ? [] : await jobs.fetch(queue, free);
    if (free > 0) isBehind = claimed.length > 0;
    for (const { id, data } of claimed) {
      const { workerId } = logFields();
      const postId = 'postId' in data ? data.postId : undefined;
      const fields = { workerId, queue, jobId: id, postId };
      const job = withLogFields(fields, () => runJob(id, data)).finally(() => {
        running.delete(id);
        // A claim after each end would cost the database more than the work itself.
        if (isBehind && running.size <= concurrency / 2) loop.wake();
      });
      running.set(id, job);
    }
    return POLL_MS;
  });
  const touchLoop = startLoop({ ...deps, name: `${queue}, touching` }, async () => {
    await jobs.touch(queue, [...running.keys()]);
    return TOUCH_INTERVAL_MS;
  });
  return {
    wake: loop.wake,
    async close() {
      await loop.close();
      await Promise.all(running.values());
      await touchLoop.close();
    },
  };
}
