import { fromKysely, PgBoss } from 'pg-boss';
import type { Database, Db, Tx } from '../database/database.ts';
import { withAdvisoryLock } from '../database/advisory-lock.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log/log.ts';
import { queueNames, queues, type QueueName, type QueuePayloads } from './queues.ts';

export interface Jobs {
  /**
   * Sends in the transaction of the rows that the jobs name. `group` is the owner of a job, `key` its subject
   * in a queue that allows one job per subject.
   */
  send<Q extends QueueName>(
    tx: Db | Tx,
    queue: Q,
    jobs: readonly {
      data: QueuePayloads[Q];
      startAfter?: Date;
      group?: string;
      key?: string;
    }[],
  ): Promise<void>;
  fetch<Q extends QueueName>(queue: Q, max: number): Promise<ClaimedJob<Q>[]>;
  touch(queue: QueueName, ids: readonly string[]): Promise<void>;
  complete(queue: QueueName, id: string): Promise<void>;
  fail(queue: QueueName, id: string, reason: string): Promise<void>;
  close(): Promise<void>;
}

export interface ClaimedJob<Q extends QueueName> {
  id: string;
  data: QueuePayloads[Q];
}

export async function createJobs(
  database: Database,
  log: Log,
  role: { supervise: boolean },
): Promise<Jobs> {
  const boss = new PgBoss({
    db: fromKysely(database.db),
    schedule: false,
    supervise: role.supervise,
    superviseIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.error({ error }, 'pg-boss'));
  await withAdvisoryLock(database, 'queues', async () => {
    await boss.start();
    for (const name of queueNames) {
      const { concurrency: _, concurrencyPerGroup: _perGroup, policy, ...settings } = queues[name];
      await boss.createQueue(name, { ...settings, ...(policy === undefined ? {} : { policy }) });
      await boss.updateQueue(name, settings);
      // Fills the queue cache of pg-boss: the first send would query the base handle in a transaction.
      await boss.findJobs(name, { id: newId() });
    }
  });
  return {
    async send(tx, queue, jobs) {
      if (jobs.length === 0) return;
      const grouped = jobs.map(({ group, key, ...job }) => ({
        ...job,
        ...(group === undefined ? {} : { group: { id: group } }),
        ...(key === undefined ? {} : { singletonKey: key }),
      }));
      await boss.insert(queue, grouped, { db: fromKysely(tx) });
    },
    fetch(queue, max) {
      const { concurrencyPerGroup } = queues[queue];
      const groupLimit =
        concurrencyPerGroup === undefined ? {} : { groupConcurrency: concurrencyPerGroup };
      return boss.fetch(queue, { batchSize: max, ...groupLimit });
    },
    async touch(queue, ids) {
      if (ids.length > 0) await boss.touch(queue, [...ids]);
    },
    async complete(queue, id) {
      await boss.complete(queue, id);
    },
    async fail(queue, id, reason) {
      await boss.fail(queue, id, { reason });
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}
