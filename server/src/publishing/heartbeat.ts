import { sql } from 'kysely';
import type { Database, Db, Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { PREPARE_AHEAD_MS, QUIESCENCE_MS, OUTAGE_AFTER_MS } from './publishing.rules.ts';

const prepareAhead = interval(PREPARE_AHEAD_MS);
const outageAfter = interval(OUTAGE_AFTER_MS);
/** After a restoration, what was due comes to its end in so long, if nothing stands in its way. */
const RESTORED_STORY_DELAY_MS = 60_000;

/**
 * A worker's sign of life. When there has been none for a while, the service was down or this
 * database is a restored backup: what was scheduled then may have gone out, and is looked at first.
 */
export const recordHeartbeat = (database: Database, workerId: string): Promise<void> =>
  database.inTransaction(async (tx) => {
    // Workers that start together must not hide the silence from each other.
    await sql`select from claim_turn for update`.execute(tx);
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

/**
 * A restored backup has no sign of life, however young it is. Calls of the workers that were there
 * before may still be under way: nobody looks before they can have no effect any more.
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
 * What was sent or in doubt may have been sent once more after the backup, or made anew and sent: its
 * intent is younger than its row says. Until such a call can have no effect any more nothing of what
 * its container says is final, and before anything is made for it, it is looked for.
 */
async function delayUntilQuiescent(tx: Tx, since: Date): Promise<void> {
  const until = sql`app_now() + ${interval(QUIESCENCE_MS)}`;
  await sql`
    update posts
    set unseen_since = least(unseen_since, ${since}), unseen_until = ${until}, unseen_by_hand = false,
        next_look_at = greatest(${until}, next_look_at),
        fence = fence + 1, lease_until = null, updated_at = app_now()
    where stage in ('publishing', 'doubt')`.execute(tx);
}

/** A backup may hold posts that are a little younger than the last sign of life in it. */
async function markOutage(tx: Tx, since: Date, quiescenceMs: number): Promise<void> {
  const due = sql`least(next_look_at, greatest(app_now(), scheduled_time - ${prepareAhead}))`;
  const until = sql`app_now() + ${interval(quiescenceMs)}`;
  // A story published at once since the backup is there for a day only: its post is not left until its
  // hour. What was due is looked at before, so that it is known which stories those are.
  const storyDue = sql`case when media_type = 'STORIES' and scheduled_time > ${until}
    then least(${due}, ${until} + ${interval(RESTORED_STORY_DELAY_MS)}) else ${due} end`;
  await sql`
    update posts
    set unseen_since = least(unseen_since, ${since}), unseen_until = ${until}, unseen_by_hand = false,
        stage = 'preparing', good_until = null,
        next_look_at = ${quiescenceMs === 0 ? due : sql`greatest(${until}, ${storyDue})`},
        fence = fence + 1, lease_until = null, updated_at = app_now()
    where stage in ('preparing', 'prepared') and status in ('scheduled', 'pending')
      and created_at <= ${since}::timestamptz + ${outageAfter}`.execute(tx);
}

/** Whether a backup was restored in the time of which nobody knows whether the post went out. */
export async function wasRestored(db: Db, postId: string): Promise<boolean> {
  const found = await sql`
    select from posts p join restorations r
      on r.taken_at between p.unseen_since and p.unseen_until
      -- When a database moves, nothing goes on in the old one.
      and r.noticed_at is distinct from r.taken_at
    where p.id = ${postId}`.execute(db);
  return found.rows.length > 0;
}
