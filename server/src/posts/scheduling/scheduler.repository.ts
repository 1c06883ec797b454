import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { isExcused } from '../../publishing/store/claim-and-record.ts';

/** A worker without a heartbeat for longer counts as gone. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

interface LatenessRow {
  is_excused: boolean;
  count: number;
  percentiles: [number, number, number];
}

export function createSchedulerRepository(db: Db) {
  return {
    async workers(): Promise<{ workers: number; last_seen_at: Date | null }> {
      const found = await sql<{ workers: number; last_seen_at: Date | null }>`
        select (count(*) filter (
                 where seen_at > app_now() - ${interval(HEARTBEAT_TIMEOUT_MS)}))::int as workers,
               max(seen_at) as last_seen_at
        from worker_heartbeats`.execute(db);
      return found.rows[0] ?? { workers: 0, last_seen_at: null };
    },

    /** `overdue` are past their due time and not published yet. */
    async duePosts(workspaceId: string): Promise<{ next_due: Date | null; overdue: number }> {
      const found = await sql<{ next_due: Date | null; overdue: number }>`
        select min(scheduled_time) filter (where scheduled_time > app_now()) as next_due,
               (count(*) filter (where scheduled_time <= app_now()))::int as overdue
        from posts_with_publication
        where workspace_id = ${workspaceId} and status in ('scheduled', 'pending')`.execute(db);
      return found.rows[0] ?? { next_due: null, overdue: 0 };
    },

    /** Of the last 24 hours, separately for excused posts and those that followed another of their account. */
    async lateness(): Promise<LatenessRow[]> {
      const found = await sql<LatenessRow>`
        select (${isExcused} or delayed_by_gap) as is_excused, count(*)::int as count,
               percentile_disc(array[0.5, 0.95, 0.99]) within group (
                 order by (extract(epoch from published_at - scheduled_time) * 1000)::float8
               ) as percentiles
        from posts_with_publication
        where status = 'published' and published_at > app_now() - interval '24 hours'
        group by 1`.execute(db);
      return found.rows;
    },
  };
}
