import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { countedStatuses } from '../../posts/listing/posts.rules.ts';

interface PauseStatusRow {
  since: Date | null;
  until: Date | null;
  held: number;
  under_way: number;
}

export function createPauseRepository(db: Db | Tx) {
  return {
    async findStatus(workspaceId: string): Promise<PauseStatusRow> {
      const found = await sql<PauseStatusRow>`
        select z.since, z.until,
          (select count(*)::int from posts_with_publication p
           where p.workspace_id = ${workspaceId} and p.missed_at is not null
             and p.status = 'draft') as held,
          -- Posts whose publish call began before the pause: posts that the pause permits do not count.
          case when z.since is null then 0 else (
            select count(*)::int from posts_with_publication p
            where p.workspace_id = ${workspaceId} and p.status = 'pending'
              and p.state in ('publishing', 'reconciling') and p.intent_at <= z.since) end as under_way
        from (select) one left join publishing_pauses z
          on z.workspace_id = ${workspaceId} and (z.until is null or z.until > app_now())`.execute(
        db,
      );
      return found.rows[0] ?? { since: null, until: null, held: 0, under_way: 0 };
    },

    async isPaused(workspaceId: string, at: Date): Promise<boolean> {
      const found = await sql`
        select from publishing_pauses where workspace_id = ${workspaceId}
          and (until is null or until > ${at})`.execute(db);
      return found.rows.length > 0;
    },

    async findMissed(workspaceId: string, limit: number): Promise<{ id: string; at: Date }[]> {
      const found = await sql<{ id: string; at: Date }>`
        select id, scheduled_time as at from posts_with_publication
        where workspace_id = ${workspaceId} and missed_at is not null and status = 'draft'
          and scheduled_time is not null
        order by scheduled_time, id limit ${limit}`.execute(db);
      return found.rows;
    },

    /** `to` is excluded. */
    async findCountedDueTimes(workspaceId: string, from: Date, to: Date): Promise<Date[]> {
      const found = await sql<{ at: Date }>`
        select scheduled_time as at from posts_with_publication
        where workspace_id = ${workspaceId} and scheduled_time >= ${from}
          and scheduled_time < ${to} and status = any(${[...countedStatuses]})`.execute(db);
      return found.rows.map(({ at }) => at);
    },

    async isMissed(postId: string): Promise<boolean> {
      const found = await sql`select from posts_with_publication
        where id = ${postId} and missed_at is not null and status = 'draft'`.execute(db);
      return found.rows.length > 0;
    },

    async findEnded(limit: number): Promise<string[]> {
      const found = await sql<{ workspace_id: string }>`
        select workspace_id from publishing_pauses where until <= app_now()
        order by until limit ${limit}`.execute(db);
      return found.rows.map((row) => row.workspace_id);
    },
  };
}
