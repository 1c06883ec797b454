import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';

/** The tokens are encrypted. */
export interface ReviewableConnection
  extends
    Row<
      'instagram_connections',
      'id' | 'workspace_id' | 'ig_user_id' | 'login' | 'page_id' | 'page_token' | 'user_token'
    >,
    Row<'instagram_accounts', 'username'> {}

interface Run extends Row<
  'app_review_calls',
  'permission' | 'called_at' | 'outcome' | 'succeeded_at'
> {
  is_recent: boolean | null;
}

export function createReviewRepository(db: Db) {
  return {
    /**
     * What the user with this verified address has connected in a workspace of their own: the operator may call
     * no other account.
     */
    async connectionsOf(email: string): Promise<ReviewableConnection[]> {
      const found = await sql<ReviewableConnection>`
        select k.id, k.workspace_id, k.ig_user_id, k.login, k.page_id, k.page_token, k.user_token, a.username
        from users u
        join workspace_members m on m.user_id = u.id and m.role = 'owner'
        join instagram_connections k on k.workspace_id = m.workspace_id and k.connected_by = u.id
        join instagram_accounts a on a.ig_user_id = k.ig_user_id
        where lower(u.email) = lower(${email}) and u.email_verified_at is not null
          and k.ended_at is null and not k.needs_reconnect
        order by a.username, k.id`.execute(db);
      return found.rows;
    },

    async runs(): Promise<Map<string, Run>> {
      const found = await sql<Run>`
        select permission, called_at, outcome, succeeded_at,
          succeeded_at > app_now() - interval '30 days' as is_recent
        from app_review_calls`.execute(db);
      return new Map(found.rows.map((run) => [run.permission, run]));
    },

    async saveRun(permission: string, outcome: string): Promise<void> {
      await sql`
        insert into app_review_calls (permission, outcome, succeeded_at)
        values (${permission}, ${outcome}, case when ${outcome} = 'ok' then app_now() end)
        on conflict (permission) do update set called_at = app_now(), outcome = excluded.outcome,
          succeeded_at = coalesce(excluded.succeeded_at, app_review_calls.succeeded_at)`.execute(
        db,
      );
    },
  };
}
