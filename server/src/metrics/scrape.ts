import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createFiguresRepository, type DatabaseFigures } from './figures.repository.ts';
import type { Metrics } from './metrics.ts';

/** However often is asked, the database is asked no more often than this. */
const KEPT_MS = 5000;
/** A database that is silent for so long is away; Prometheus itself waits for 10 s. */
const PATIENCE_MS = 3000;

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
  const { registry, gauges } = metrics;
  const repository = createFiguresRepository(database.db);
  let isAsked = false;
  let read: { atMs: number; done: Promise<void> } | undefined;

  let underWay: Promise<DatabaseFigures> | undefined;

  /** One question at a time: a database that hangs is asked no second one. */
  function figures(): Promise<DatabaseFigures> {
    underWay ??= repository.read().finally(() => (underWay = undefined));
    return soon(underWay, clock);
  }

  async function readAll(): Promise<void> {
    gauges.setDiskFree(await diskFree(deps.dataDir));
    try {
      gauges.setFigures(await figures());
    } catch (error) {
      // That is what is to be told.
      gauges.setFigures(undefined);
      log.warn({ error }, 'the figures of the database were not read');
    }
  }

  return {
    contentType: registry.contentType,
    async text(): Promise<string> {
      // They watch the event loop and the collector from then on: not where nobody asks.
      if (!isAsked) collectDefaultMetrics({ register: registry });
      isAsked = true;
      if (read === undefined || clock.monotonicMs() - read.atMs > KEPT_MS) {
        read = { atMs: clock.monotonicMs(), done: readAll() };
      }
      await read.done;
      return registry.metrics();
    },
  };
}

/** The answer, if it comes while there is patience. */
function soon<T>(answer: Promise<T>, clock: Pick<Clock, 'after'>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(PATIENCE_MS, () => reject(new Error('the database is silent')));
    answer.then(resolve, reject).finally(cancel);
  });
}

/** From 0 to 1; undefined where there is no such folder. */
async function diskFree(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined || disk.blocks === 0 ? undefined : disk.bavail / disk.blocks;
}
