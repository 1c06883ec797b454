import { createGauges } from './gauges.ts';
import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { createDatabaseStatsRepository, type DatabaseStats } from './database-stats.repository.ts';
import type { Metrics } from '../../platform/metrics.ts';

const CACHE_MS = 5000;
/** Prometheus waits for 10 s. */
const TIMEOUT_MS = 3000;

export type Scrape = ReturnType<typeof createScrape>;

export function createScrape(deps: {
  metrics: Metrics;
  database: Database;
  dataDir: string;
  clock: Pick<Clock, 'monotonicMs' | 'after'>;
  log: Log;
}) {
  const { metrics, database, clock, log } = deps;
  const { registry } = metrics;
  const gauges = createGauges(registry);
  const repository = createDatabaseStatsRepository(database.db);
  let hasDefaultMetrics = false;
  let lastRead: { atMs: number; done: Promise<void> } | undefined;

  let pendingStats: Promise<DatabaseStats> | undefined;

  /** Shares a pending query, so that a database that hangs gets no second one. */
  function readStats(): Promise<DatabaseStats> {
    pendingStats ??= repository.read().finally(() => (pendingStats = undefined));
    return withTimeout(pendingStats, clock);
  }

  async function readAll(): Promise<void> {
    gauges.setDiskFree(await diskFree(deps.dataDir));
    try {
      gauges.setDatabaseStats(await readStats());
    } catch (error) {
      gauges.setDatabaseStats(undefined);
      log.warn({ error }, 'the figures of the database were not read');
    }
  }

  return {
    contentType: registry.contentType,
    async text(): Promise<string> {
      // The default metrics observe the process from here on, so the first scrape starts them.
      if (!hasDefaultMetrics) collectDefaultMetrics({ register: registry });
      hasDefaultMetrics = true;
      if (lastRead === undefined || clock.monotonicMs() - lastRead.atMs > CACHE_MS) {
        lastRead = { atMs: clock.monotonicMs(), done: readAll() };
      }
      await lastRead.done;
      return registry.metrics();
    },
  };
}

function withTimeout<T>(answer: Promise<T>, clock: Pick<Clock, 'after'>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(TIMEOUT_MS, () => reject(new Error('the database is silent')));
    answer.then(resolve, reject).finally(cancel);
  });
}

/** From 0 to 1; undefined if the folder does not exist. */
async function diskFree(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined || disk.blocks === 0 ? undefined : disk.bavail / disk.blocks;
}
