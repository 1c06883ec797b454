import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { interval } from '../database/interval.ts';
import { PREPARE_AHEAD_MS, UNSEEN_MS } from './publishing.rules.ts';

const ahead = interval(PREPARE_AHEAD_MS);
const silence = interval(UNSEEN_MS);

/**
 * A worker's sign of life. When there has been none for a while, the service was down or this
 * database is a restored backup: what was scheduled then may have gone out, and is looked at first.
 */
export const beat = (database: Database, workerId: string): Promise<void> =>
  database.inTransaction(async (tx) => {
    // Workers that start together must not hide the silence from each other.
    await sql`select from claim_turn for update`.execute(tx);
    const last = await sql<{ since: Date | null; was_silent: boolean }>`
      select max(seen_at) as since,
             coalesce(max(seen_at) < app_now() - ${silence}, false) as was_silent
      from worker_heartbeats`.execute(tx);
    const { since, was_silent: wasSilent } = last.rows[0] ?? { since: null, was_silent: false };
    if (since !== null && wasSilent) await markUnseen(tx, since);
    await sql`
      insert into worker_heartbeats (worker_id, seen_at) values (${workerId}, app_now())
      on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(tx);
    await sql`delete from worker_heartbeats
      where seen_at < app_now() - interval '1 hour'`.execute(tx);
  });

/** A backup may hold posts that are a little younger than the last sign of life in it. */
async function markUnseen(tx: Tx, since: Date): Promise<void> {
  await sql`
    update posts
    set unseen_since = least(unseen_since, ${since}), unseen_until = app_now(),
        stage = 'preparing', good_until = null,
        next_look_at = least(next_look_at, greatest(app_now(), scheduled_time - ${ahead})),
        fence = fence + 1, lease_until = null, updated_at = app_now()
    where stage in ('preparing', 'prepared') and status in ('scheduled', 'pending')
      and created_at <= ${since}::timestamptz + ${silence}`.execute(tx);
}
