import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { PREPARE_AHEAD_MS, UNSEEN_MS } from './publishing.rules.ts';

const ahead = sql`make_interval(secs => ${PREPARE_AHEAD_MS / 1000})`;
const silence = sql`make_interval(secs => ${UNSEEN_MS / 1000})`;

/**
 * A worker's sign of life. When there has been none for a while, the service was down or this
 * database is a restored backup: what was scheduled then may have gone out, and is looked at first.
 */
export const beat = (database: Database, workerId: string): Promise<void> =>
  database.inTransaction(async (tx) => {
    // Workers that start together must not hide the gap from each other. A backup may hold posts that
    // are a little younger than its last sign of life.
    await sql`select from claim_turn for update`.execute(tx);
    await sql`
      update posts set unseen_since = least(unseen_since, gap.since), unseen_until = app_now(), fence = fence + 1,
        lease_until = null, updated_at = app_now(),
        stage = 'preparing', good_until = null,
        next_look_at = least(next_look_at, greatest(app_now(), scheduled_time - ${ahead}))
      from (select max(seen_at) as since from worker_heartbeats) gap
      where gap.since < app_now() - ${silence}
        and status in ('scheduled', 'pending') and posts.created_at <= gap.since + ${silence}
        and stage in ('preparing', 'prepared')`.execute(tx);
    await sql`
      insert into worker_heartbeats (worker_id, seen_at) values (${workerId}, app_now())
      on conflict (worker_id) do update set seen_at = excluded.seen_at`.execute(tx);
    await sql`delete from worker_heartbeats
      where seen_at < app_now() - interval '1 hour'`.execute(tx);
  });
