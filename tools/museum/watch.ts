import { createDatabaseStatsRepository } from '@pontual/server/operations/metrics/database-stats.repository.ts';
import type { Database } from '@pontual/server/platform/database/database.ts';
import type { SharedDatabase } from '../simulation/shared.ts';
import type { VirtualTime } from '../simulation/time.ts';
import type { Workers } from '../simulation/workers.ts';
import { createAlerts } from './alerts.ts';
import type { Observations } from './verdict.ts';

/** Prometheus scrapes every 15 s. Here less is read, and least once the first fault is half an hour old. */
const SCRAPE_MS = 30_000;
const LATER_SCRAPE_MS = 120_000;
const LATER_MS = 50 * 60_000;
const STATUS_PROBE_MS = 60_000;

/** Watches what the screens and the metrics say, until the end of the run. */
export function startWatch(parts: {
  time: VirtualTime;
  shared: SharedDatabase;
  database: Database;
  workers: Workers;
  accountOf(workspaceId: unknown): number;
}): Pick<Observations, 'shown' | 'offAir' | 'alerts'> {
  const { time, shared, database, workers, accountOf } = parts;
  const stats = createDatabaseStatsRepository(database.db);
  const shown = new Map<string, Observations['shown'][number]>();
  const offAir = new Set<number>();
  const alerts = createAlerts();

  function lookAtScreens(): void {
    const issues = shared.query(`select distinct workspace_id, error_code, error_action
      from posts_with_publication where error_code is not null`).rows;
    for (const row of issues) {
      const [account, code] = [accountOf(row['workspace_id']), String(row['error_code'])];
      const issue = { account, code, action: String(row['error_action']) };
      shown.set(JSON.stringify(issue), issue);
    }
    const held = shared.query(`select c.workspace_id from instagram_connections c
      join instagram_accounts a using (ig_user_id)
      where c.ended_at is null and (c.needs_reconnect
        or a.throttle_reason = 'blocked' and a.throttled_until > app_now())`).rows;
    for (const row of held) offAir.add(accountOf(row['workspace_id']));
  }

  async function scrape(): Promise<void> {
    const registry = workers.pickFree()?.services.platform.metrics.registry;
    const calls = await registry?.getSingleMetric('pontual_graph_call_seconds')?.get();
    const counts = (calls?.values ?? []).filter((value) =>
      String(Reflect.get(value, 'metricName')).endsWith('_count'),
    );
    const sum = (values: typeof counts) => values.reduce((all, { value }) => all + value, 0);
    alerts.evaluate({
      at: time.now(),
      instagramRefuses: (await stats.read()).instagram_refuses,
      unanswered: sum(counts.filter(({ labels }) => labels['result'] === 'no_answer')),
      calls: sum(counts),
    });
  }

  function repeat(everyMs: () => number, pass: () => Promise<unknown>): void {
    time.after(everyMs(), () => {
      void time.freezeDuring(pass()).finally(() => repeat(everyMs, pass));
    });
  }

  const endOfWatchMs = time.now() + LATER_MS;
  const scrapeMs = () => (time.now() < endOfWatchMs ? SCRAPE_MS : LATER_SCRAPE_MS);
  repeat(scrapeMs, () => {
    lookAtScreens();
    return scrape();
  });
  repeat(
    () => STATUS_PROBE_MS,
    async () => await workers.pickFree()?.services.operations.status.probe(),
  );
  return {
    get shown() {
      return [...shown.values()];
    },
    offAir,
    alerts: alerts.firedAt,
  };
}
