import { sql } from 'kysely';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { databaseNow } from '../../platform/database/database-now.ts';
import { interval } from '../../platform/database/interval.ts';
import type { PublicationWriter } from './publication-writer.ts';
import { HEARTBEAT_GONE_MS, QUIESCENCE_MS, OUTAGE_AFTER_MS } from '../publishing.rules.ts';

/** How many workers there are, at least 1, and which of them this one is, from 0. */
export interface WorkerShare {
  workers: number;
  index: number;
}

const outageAfter = interval(OUTAGE_AFTER_MS);

/**
 * A gap before the heartbeat is an outage or a restored backup: the posts of that time may have been
 * published and are reconciled first.
 */
export async function recordHeartbeat(
  database: Database,
  writer: PublicationWriter,
  workerId: string,
): Promise<WorkerShare> {
  const { db } = database;
  if (await continueHeartbeats(db, workerId)) return readShare(db, workerId);
  await database.inTransaction(async (tx) => {
    // Keeps workers that start together from hiding the outage window from each other. After a silence no
    // claim finds a recent heartbeat until the commit.
    await sql`lock table worker_heartbeats in share row exclusive mode`.execute(tx);
    const last = await sql<{ since: Date | null; was_silent: boolean }>`
      select max(seen_at) as since,
             coalesce(max(seen_at) < app_now() - ${outageAfter}, false) as was_silent
      from worker_heartbeats`.execute(tx);
    const { since, was_silent: wasOutage } = last.rows[0] ?? { since: null, was_silent: false };
    if (since !== null && wasOutage) await markOutage(tx, writer, { since, isRestored: false });
    if (since === null) await handleRestoration(tx, writer);
    await sql`
      insert into worker_heartbeats (worker_id, seen_at) values (${workerId}, app_now())
      on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(tx);
    await sql`delete from worker_heartbeats
      where seen_at < app_now() - interval '1 hour'`.execute(tx);
  });
  return readShare(db, workerId);
}

/** The others share its posts at once. The row stays, because without heartbeats the next one begins an outage. */
export async function endHeartbeats(db: Db, workerId: string): Promise<void> {
  await sql`update worker_heartbeats set stopped_at = app_now()
    where worker_id = ${workerId}`.execute(db);
}

export async function hasLiveWorker(db: Db): Promise<boolean> {
  const found = await sql`select from worker_heartbeats
    where seen_at > app_now() - interval '60 seconds' limit 1`.execute(db);
  return found.rows.length > 0;
}

async function readShare(db: Db, workerId: string): Promise<WorkerShare> {
  const found = await sql<WorkerShare>`
    select count(*)::int as workers, (count(*) filter (where worker_id < ${workerId}))::int as index
    from worker_heartbeats
    where worker_id = ${workerId}
      or stopped_at is null and seen_at > app_now() - ${interval(HEARTBEAT_GONE_MS)}`.execute(db);
  return found.rows[0] ?? { workers: 1, index: 0 };
}

/**
 * Takes no lock, so that workers do not wait for each other.
 * @returns whether the heartbeat is recorded; the first one of a worker never is
 */
async function continueHeartbeats(db: Db, workerId: string): Promise<boolean> {
  const recorded = await sql`
    update worker_heartbeats set seen_at = app_now()
    where worker_id = ${workerId}
      and exists (select from worker_heartbeats where seen_at > app_now() - ${outageAfter})
    returning worker_id`.execute(db);
  return recorded.rows.length > 0;
}

/**
 * A restored backup has no heartbeat, however recent it is. Calls of earlier workers may still be running, so
 * nothing is checked until they can no longer take effect.
 */
async function handleRestoration(tx: Tx, writer: PublicationWriter): Promise<void> {
  const restorations = await sql<{ taken_at: Date }>`
    update restorations set noticed_at = app_now() where noticed_at is null
    returning taken_at`.execute(tx);
  for (const { taken_at: takenAt } of restorations.rows) {
    await markOutage(tx, writer, { since: takenAt, isRestored: true });
  }
}

/**
 * A post in flight may have been sent again after the backup, with an intent that its row does not show.
 * A backup may hold posts that are slightly newer than its last heartbeat.
 */
async function markOutage(
  tx: Tx,
  writer: PublicationWriter,
  { since, isRestored }: { since: Date; isRestored: boolean },
): Promise<void> {
  const until = new Date((await databaseNow(tx)).getTime() + (isRestored ? QUIESCENCE_MS : 0));
  const mayBeOut = sql`p.next_step_at is not null and (
    p.state in ('preparing', 'prepared')
      and p.created_at <= ${since}::timestamptz + ${outageAfter}
    or ${isRestored} and p.state in ('publishing', 'reconciling'))`;
  await writer.applyToAll(tx, mayBeOut, { kind: 'outage_found', since, until, isRestored });
}

export async function wasRestored(db: Db, postId: string): Promise<boolean> {
  const found = await sql`
    select from publications p join restorations r
      on r.taken_at between p.outage_since and p.outage_until
      -- A move to another database counts as noticed at once and has no outage window.
      and r.noticed_at is distinct from r.taken_at
    where p.post_id = ${postId}`.execute(db);
  return found.rows.length > 0;
}
