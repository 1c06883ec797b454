import pg from 'pg';
import { requestReport, pause } from './process-group.ts';
import { startEngines, type Bench } from './run.ts';
import { createSpreadPosts } from './scenarios.ts';

const SPREAD_MS = 20_000;
/** Covers a lease of 60 s, the quiescence of 90 s after the intent, and the polls in between; in ms. */
const PUBLISH_TIMEOUT_MS = 300_000;

export interface WorkerKillResult {
  posts: number;
  published: number;
  duplicates: number;
  victimClaimed: number;
  /** By `published_at` of the database, in ms; null without such posts. */
  otherAccountsMaxMs: number | null;
  /** Of the accounts for which it was publishing: one call of an account runs at a time. */
  sameAccountsMaxMs: number | null;
  victimMaxMs: number | null;
}

export async function runWorkerKill(
  { externalServices, databases }: Bench,
  count: number,
): Promise<WorkerKillResult> {
  const plannedPosts = createSpreadPosts(count, SPREAD_MS);
  const accounts = Math.max(...plannedPosts.map(({ account }) => account)) + 1;
  const prepared = await externalServices.prepare(accounts, plannedPosts);
  const database = await databases.createFresh();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { processGroup, firstAt } = await startEngines(
    externalServices,
    database,
    { role: 'worker', processes: 2 },
    prepared,
  );
  try {
    const [victim, survivor] = await chooseVictim(
      processGroup,
      firstAt + SPREAD_MS / 2 - Date.now(),
    );
    victim.child.kill('SIGKILL');
    const claimed = await client.query<{ id: string }>(
      `select post_id as id from publications where state in ('publishing', 'reconciling')`,
    );
    const survivors = new Set(
      (await requestReport(survivor.child, { kind: 'hands' }, 'hands')).ids,
    );
    const victimIds = claimed.rows.map(({ id }) => id).filter((id) => !survivors.has(id));
    const rows = await waitUntilAllPublished(client, firstAt + SPREAD_MS + PUBLISH_TIMEOUT_MS);
    const victimRows = rows.filter(({ id }) => victimIds.includes(id));
    const victimAccounts = new Set(victimRows.map(({ account }) => account));
    const otherRows = rows.filter(({ id }) => !victimIds.includes(id));
    const maxOf = (late: readonly PublishedRow[]) =>
      late.length === 0 ? null : Math.max(...late.map((row) => row.late_ms));
    const ledger = await externalServices.control.published();
    return {
      posts: count,
      published: rows.length,
      duplicates: ledger.length - new Set(ledger.map((media) => media.container_id)).size,
      victimClaimed: victimIds.length,
      otherAccountsMaxMs: maxOf(otherRows.filter(({ account }) => !victimAccounts.has(account))),
      sameAccountsMaxMs: maxOf(otherRows.filter(({ account }) => victimAccounts.has(account))),
      victimMaxMs: maxOf(victimRows),
    };
  } finally {
    processGroup.kill();
    await client.end();
    await database.drop();
  }
}

type EngineProcess = Awaited<ReturnType<typeof startEngines>>['processGroup']['processes'][number];

async function chooseVictim(
  { processes }: { processes: readonly EngineProcess[] },
  ms: number,
): Promise<[victim: EngineProcess, survivor: EngineProcess]> {
  await pause(ms);
  for (let tries = 0; ; tries += 1) {
    const [one, other] = processes.toSorted((a, b) => b.progress.inFlight - a.progress.inFlight);
    if (one === undefined || other === undefined) throw new Error('two processes were started');
    if (one.progress.inFlight > 0 || tries > 100) return [one, other];
    await pause(20);
  }
}

interface PublishedRow {
  id: string;
  account: string;
  late_ms: number;
}

async function waitUntilAllPublished(client: pg.Client, deadline: number) {
  for (;;) {
    const remaining = await client.query(
      `select from publications where state <> 'published' limit 1`,
    );
    if (remaining.rows.length === 0 || Date.now() > deadline) break;
    await pause(500);
  }
  const found = await client.query<PublishedRow>(
    `select post_id as id, ig_user_id as account,
       (extract(epoch from published_at - scheduled_time) * 1000)::float8 as late_ms
     from publications where state = 'published'`,
  );
  return found.rows;
}
