import { createDatabaseStatsRepository } from '@pontual/server/operations/metrics/database-stats.repository.ts';
import type { Database } from '@pontual/server/platform/database/database.ts';
import type { SharedDatabase } from '../simulation/shared.ts';
import type { VirtualTime } from '../simulation/time.ts';
import type { Workers } from '../simulation/workers.ts';
import { createAlerts } from './alerts.ts';
import type { Observations } from './verdict.ts';

/** As in production around the first fault, and less often far from it. */
const NEAR_MS = { scrape: 15_000, probe: 60_000 };
const FAR_MS = { scrape: 120_000, probe: 120_000 };
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 6 * 60_000;
/** Once all posts were due, only the issues are read. */
const TAIL_MS = 10 * 60_000;

/** Watches the issues, the connections and the metrics until the end of the run. */
export function startWatch(parts: {
  time: VirtualTime;
  shared: SharedDatabase;
  database: Database;
  workers: Workers;
  accountOf(workspaceId: unknown): number;
  /** The first fault is armed. */
  beganAt: number;
  lastDueAt: number;
}): Pick<Observations, 'issues' | 'forecasts' | 'offAir' | 'alerts'> {
  const { time, shared, database, workers, accountOf, beganAt, lastDueAt } = parts;
  const stats = createDatabaseStatsRepository(database.db);
  const issues = new Map<string, Observations['issues'][number]>();
  const forecasts = new Map<string, number>();
  const offAir = new Set<number>();
  const alerts = createAlerts();

  function readIssues(): void {
    const found = shared.query(`select id, workspace_id, error_code, error_action, forecast_at
      from posts_with_publication where error_code is not null`).rows;
    for (const row of found) {
      const [account, code] = [accountOf(row['workspace_id']), String(row['error_code'])];
      const issue = { account, code, action: String(row['error_action']) };
      issues.set(JSON.stringify(issue), issue);
      const id = String(row['id']);
      if (row['forecast_at'] !== null && !forecasts.has(id)) forecasts.set(id, time.now());
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
    const { instagram_refuses: instagramRefuses, publications_absent: publicationsAbsent } =
      await stats.read();
    alerts.evaluate({
      at: time.now(),
      instagramRefuses,
      publicationsAbsent,
      unanswered: sum(counts.filter(({ labels }) => labels['result'] === 'no_answer')),
      calls: sum(counts),
    });
  }

  function everyMs(kind: 'scrape' | 'probe'): number {
    const sinceMs = time.now() - beganAt;
    return (sinceMs > -BEFORE_MS && sinceMs < AFTER_MS ? NEAR_MS : FAR_MS)[kind];
  }

  function repeat(kind: 'scrape' | 'probe', pass: () => Promise<unknown>): void {
    if (time.now() > lastDueAt) return;
    time.after(everyMs(kind), () => {
      void time.freezeDuring(pass()).finally(() => repeat(kind, pass));
    });
  }

  function readIssuesAgain(): void {
    readIssues();
    time.after(TAIL_MS, readIssuesAgain);
  }

  repeat('scrape', () => {
    readIssues();
    return scrape();
  });
  repeat('probe', async () => await workers.pickFree()?.services.operations.status.probe());
  time.at(lastDueAt, readIssuesAgain);
  return {
    get issues() {
      return [...issues.values()];
    },
    forecasts,
    offAir,
    alerts: alerts.firedAt,
  };
}
