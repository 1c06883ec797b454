import { createGauges } from './gauges.ts';
import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { createDatabaseStatsRepository, type DatabaseStats } from './database-stats.repository.ts';
import type { Metrics } from '../../platform/metrics.ts';

/** However often is asked, the database is asked no more often than this. */
const CACHE_MS = 5000;
/** A database that is silent for so long is away; Prometheus itself waits for 10 s. */
const TIMEOUT_MS = 3000;

export type Scrape = ReturnType<typeof createScrape>;

/** What Prometheus reads of this process. Nothing is read from the database before it asks. */
export function createScrape(deps: {
  metrics: Metrics;
  database: Database;
  /** Whose disk is looked at. */
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

  /** One question at a time: a database that hangs is asked no second one. */
  function readStats(): Promise<DatabaseStats> {
    pendingStats ??= repository.read().finally(() => (pendingStats = undefined));
    return withTimeout(pendingStats, clock);
  }

  async function readAll(): Promise<void> {
    gauges.setDiskFree(await diskFree(deps.dataDir));
    try {
      gauges.setDatabaseStats(await readStats());
    } catch (error) {
      // That is what is to be told.
      gauges.setDatabaseStats(undefined);
      log.warn({ error }, 'the figures of the database were not read');
    }
  }

  return {
    contentType: registry.contentType,
    async text(): Promise<string> {
      // They watch the event loop and the collector from then on: not where nobody asks.
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

/** The answer, if it comes while there is patience. */
function withTimeout<T>(answer: Promise<T>, clock: Pick<Clock, 'after'>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(TIMEOUT_MS, () => reject(new Error('the database is silent')));
    answer.then(resolve, reject).finally(cancel);
  });
}

/** From 0 to 1; undefined where there is no such folder. */
async function diskFree(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined || disk.blocks === 0 ? undefined : disk.bavail / disk.blocks;
}
