import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { isExcused } from '../../publishing/store/claim-and-record.ts';
import { LATE_MS } from './status.rules.ts';

/** A transaction may commit after its timestamp, so younger rows are counted later. */
const SETTLED_MS = 3 * 60_000;
const COUNTING_WINDOW = sql`interval '30 days'`;

export function createStatusCounts(database: Database) {
  /** Counts at most one day. Returns false once all is counted. */
  const countNextDay = (): Promise<boolean> =>
    database.inTransaction(async (tx) => {
      const found = await sql<{ since: Date | null; settled: Date }>`
        select app_now() - ${interval(SETTLED_MS)} as settled,
               coalesce(counted_until, least(
                 (select min(published_at) from posts_with_publication
                  where status = 'published' and published_at > app_now() - ${COUNTING_WINDOW}),
                 (select min(at) from status_failures))) as since
        from status_progress for update of status_progress`.execute(tx);
      const [turn] = found.rows;
      if (turn === undefined) throw new Error('status_progress has no row');
      const { since, settled } = turn;
      if (since === null || since >= settled) return false;
      const day = dayKey(since);
      const midnight = startOfDay(day, 1);
      const until = midnight < settled ? midnight : settled;
      await addToDay(tx, day, since, until);
      await tx.updateTable('status_progress').set({ counted_until: until }).execute();
      return until < settled;
    });

  return {
    async countAll(): Promise<void> {
      while (await countNextDay());
    },

    async deleteCounted(): Promise<void> {
      await sql`
        delete from status_failures f using status_progress t
        where f.at < t.counted_until and f.at < app_now() - interval '1 hour'`.execute(database.db);
    },
  };
}

async function addToDay(tx: Tx, day: string, since: Date, until: Date): Promise<void> {
  await sql`
    insert into status_posts (day, punctual, late, waited, failed)
    select ${day}::date,
           count(*) filter (where not ${isExcused}
             and published_at <= scheduled_time + ${interval(LATE_MS)}),
           count(*) filter (where not ${isExcused}
             and published_at > scheduled_time + ${interval(LATE_MS)}),
           count(*) filter (where ${isExcused}),
           (select count(*) from status_failures where at >= ${since} and at < ${until})
    from posts_with_publication
    where status = 'published' and published_at >= ${since} and published_at < ${until}
    on conflict (day) do update
    set punctual = status_posts.punctual + excluded.punctual,
        late = status_posts.late + excluded.late,
        waited = status_posts.waited + excluded.waited,
        failed = status_posts.failed + excluded.failed`.execute(tx);
}
