import { sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '@pontual/server/platform/database/database.ts';
import { retry } from './retry.ts';

/** Without a finished post for this long, none will follow: a stuck container is given up after 60 min. */
const PROGRESS_TIMEOUT_MS = 65 * 60_000;
const GRACE_MS = 60_000;
const REPORT_INTERVAL_MS = 30_000;
const POLL_MS = 500;

/** On a slow machine it waits as long as posts still finish: a late post is no violation, a lost one is. */
export async function waitUntilDrained(deps: {
  db: Db;
  untilMs: number;
  endRealMs: number;
  factor: number;
  mayPause: boolean;
  hasPendingReconnects(): boolean;
  nowMs(): number;
  printLine(text: string): void;
}): Promise<void> {
  const { db, nowMs } = deps;
  const timeoutMs = deps.mayPause ? PROGRESS_TIMEOUT_MS / deps.factor + GRACE_MS : GRACE_MS;
  let fewest = Number.POSITIVE_INFINITY;
  let lastProgress = Date.now();
  let lastReportAt = 0;
  for (;;) {
    const result = await retry(() =>
      // For a day, posts of an outage window wait for their owner to confirm the new account.
      sql<{ n: number }>`
        select count(*)::int as n from publications
        where next_step_at is not null
          and not (outage_since is not null and error_code is not distinct from 'other-account')
      `.execute(db),
    );
    const remaining = result.rows[0]?.n ?? 0;
    if (remaining === 0 && nowMs() > deps.untilMs) return;
    if (remaining < fewest || deps.hasPendingReconnects()) {
      [fewest, lastProgress] = [remaining, Date.now()];
    }
    const isHopeless = Date.now() - lastProgress > timeoutMs;
    if (Date.now() > deps.endRealMs && isHopeless) return;
    if (Date.now() - lastReportAt > REPORT_INTERVAL_MS) {
      lastReportAt = Date.now();
      deps.printLine(
        `  ${new Date(nowMs()).toISOString().slice(11, 19)}: ${remaining} posts are not through`,
      );
    }
    await wait(POLL_MS);
  }
}
