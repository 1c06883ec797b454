import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { firstConnection } from '../../platform/database/fragments/connection-order.ts';
import { previousMonth, type Month } from './months.ts';
import { inMonth } from './reports.repository.ts';

interface Workspace {
  createdAt: Date;
  now: Date;
}

interface Account {
  igUserId: string | null;
  username: string | null;
}

export function createReportScopeRepository(db: Db) {
  return {
    async workspace(workspaceId: string): Promise<Workspace | undefined> {
      const found = await sql<Workspace>`
        select w.created_at as "createdAt", app_now() as now
        from workspaces w where w.id = ${workspaceId}`.execute(db);
      return found.rows[0];
    },

    /** The first connected account, or the one with most published posts in the month or the month before. */
    async findDefaultAccount(workspaceId: string, month: Month): Promise<Account> {
      const found = await sql<Account>`
        select a.ig_user_id as "igUserId", a.username
        from instagram_accounts a join (
          select k.ig_user_id, 0 as place, 0 as posts, 0 as all_posts
          from instagram_connections k
          where k.id = ${firstConnection(sql`${workspaceId}::uuid`)}
          union all
          select p.ig_user_id, 1, count(*) filter (where ${inMonth(month)}), count(*)
          from posts_with_publication p
          where p.workspace_id = ${workspaceId} and p.status = 'published'
            and p.ig_user_id is not null
            and p.scheduled_time >= ${previousMonth(month).from} and p.scheduled_time < ${month.to}
          group by 1) known using (ig_user_id)
        order by place, posts desc, all_posts desc, a.ig_user_id
        limit 1`.execute(db);
      return found.rows[0] ?? { igUserId: null, username: null };
    },

    /** Undefined for an account that was never connected to the workspace. */
    async findAccount(workspaceId: string, igUserId: string): Promise<Account | undefined> {
      const found = await sql<Account>`
        select a.ig_user_id as "igUserId", a.username from instagram_accounts a
        where a.ig_user_id = ${igUserId} and exists (
          select from instagram_connections k
          where k.workspace_id = ${workspaceId} and k.ig_user_id = a.ig_user_id)`.execute(db);
      return found.rows[0];
    },
  };
}
