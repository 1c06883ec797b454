import { sql } from 'kysely';
import type { Database, Db, Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { lockClaims } from './stop-publishing.ts';
import { PREPARE_AHEAD_MS, QUIESCENCE_MS, OUTAGE_AFTER_MS } from './publishing.rules.ts';

const prepareAhead = interval(PREPARE_AHEAD_MS);
const outageAfter = interval(OUTAGE_AFTER_MS);
/** After the quiescence, posts that were due are reconciled within this time, unless on hold. */
const RESTORED_STORY_DELAY_MS = 60_000;

/**
 * A gap before the heartbeat is an outage or a restored backup: the posts of that time may have been
 * published and are reconciled first.
 */
export async function recordHeartbeat(database: Database, workerId: string): Promise<void> {
  if (await continueHeartbeats(database.db, workerId)) return;
  await database.inTransaction(async (tx) => {
    // The lock keeps workers that start together from hiding the outage window from each other.
    await lockClaims(tx);
    const last = await sql<{ since: Date | null; was_silent: boolean }>`
      select max(seen_at) as since,
             coalesce(max(seen_at) < app_now() - ${outageAfter}, false) as was_silent
      from worker_heartbeats`.execute(tx);
    const { since, was_silent: wasOutage } = last.rows[0] ?? { since: null, was_silent: false };
    if (since !== null && wasOutage) await markOutage(tx, since, 0);
    if (since === null) await handleRestoration(tx);
    await sql`
      insert into worker_heartbeats (worker_id, seen_at) values (${workerId}, app_now())
      on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(tx);
    await sql`delete from worker_heartbeats
      where seen_at < app_now() - interval '1 hour'`.execute(tx);
  });
}

/**
 * Takes no lock, so that claims do not wait for it.
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
async function handleRestoration(tx: Tx): Promise<void> {
  const restorations = await sql<{ taken_at: Date }>`
    update restorations set noticed_at = app_now() where noticed_at is null
    returning taken_at`.execute(tx);
  for (const { taken_at: takenAt } of restorations.rows) {
    await markOutage(tx, takenAt, QUIESCENCE_MS);
    await delayUntilQuiescent(tx, takenAt);
  }
}

/**
 * A post in flight may have been sent again after the backup, with an intent that its row does not show.
 * Until such a call can no longer take effect the container's status is not final.
 */
async function delayUntilQuiescent(tx: Tx, since: Date): Promise<void> {
  const until = sql`app_now() + ${interval(QUIESCENCE_MS)}`;
  await sql`
    update posts
    set outage_since = least(outage_since, ${since}), outage_until = ${until}, outage_manual = false,
        next_step_at = greatest(${until}, next_step_at),
        fence = fence + 1, lease_until = null, updated_at = app_now()
    where publication_state in ('publishing', 'reconciling')`.execute(tx);
}

/** A backup may hold posts that are slightly newer than its last heartbeat. */
async function markOutage(tx: Tx, since: Date, quiescenceMs: number): Promise<void> {
  const due = sql`least(next_step_at, greatest(app_now(), scheduled_time - ${prepareAhead}))`;
  const until = sql`app_now() + ${interval(quiescenceMs)}`;
  // A story is visible for one day, so its post cannot wait for its due time. Posts that were due come first,
  // because they determine which stories are theirs.
  const storyDue = sql`case when media_type = 'STORIES' and scheduled_time > ${until}
    then least(${due}, ${until} + ${interval(RESTORED_STORY_DELAY_MS)}) else ${due} end`;
  await sql`
    update posts
    set outage_since = least(outage_since, ${since}), outage_until = ${until}, outage_manual = false,
        publication_state = 'preparing', good_until = null,
        next_step_at = ${quiescenceMs === 0 ? due : sql`greatest(${until}, ${storyDue})`},
        fence = fence + 1, lease_until = null, updated_at = app_now()
    where publication_state in ('preparing', 'prepared') and status in ('scheduled', 'pending')
      and created_at <= ${since}::timestamptz + ${outageAfter}`.execute(tx);
}

export async function wasRestored(db: Db, postId: string): Promise<boolean> {
  const found = await sql`
    select from posts p join restorations r
      on r.taken_at between p.outage_since and p.outage_until
      -- A move to another database counts as noticed at once and has no outage window.
      and r.noticed_at is distinct from r.taken_at
    where p.id = ${postId}`.execute(db);
  return found.rows.length > 0;
}
