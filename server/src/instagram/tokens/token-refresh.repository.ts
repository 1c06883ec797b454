import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { isAppThrottled } from '../graph/app-throttle.repository.ts';

export interface ConnectionToRefresh extends Row<
  'instagram_connections',
  | 'id'
  | 'workspace_id'
  | 'ig_user_id'
  | 'login'
  | 'page_id'
  | 'user_token'
  | 'page_token'
  | 'granted_scopes'
> {
  is_to_renew: boolean;
}

export interface ExpiringConnection
  extends Row<'instagram_connections', 'workspace_id'>, Row<'instagram_accounts', 'username'> {
  ends_at: Date;
  is_over: boolean;
}

/** Long before the expiry: a failing renewal is retried about thirty times. */
const renewAhead = sql`interval '15 days'`;
/** A connection that is not renewed by then needs its owner. */
const notifyAhead = sql`interval '7 days'`;
const retryAfter = sql`interval '12 hours'`;

export function createTokenRefreshRepository(db: Db | Tx) {
  return {
    /** Also those with an unknown expiry; a claim lasts 12 hours. */
    async claim(max: number): Promise<ConnectionToRefresh[]> {
      const taken = await sql<ConnectionToRefresh>`
        with due as (
          select id from instagram_connections
          where ended_at is null and not needs_reconnect and not ${isAppThrottled(sql`ig_user_id`, sql`instagram_connections.login`)}
            and (refresh_tried_at is null or refresh_tried_at < app_now() - ${retryAfter})
            and (user_token_expires_at is null
              or user_token_expires_at < app_now() + ${renewAhead}
              or data_access_expires_at < app_now() + ${notifyAhead})
          order by user_token_expires_at nulls last, id
          limit ${max}
          for update skip locked)
        update instagram_connections set refresh_tried_at = app_now()
        where id in (select id from due)
        returning id, workspace_id, ig_user_id, login, page_id, user_token, page_token, granted_scopes,
          coalesce(user_token_expires_at < app_now() + ${renewAhead}, true) as is_to_renew`.execute(
        db,
      );
      return taken.rows;
    },

    /** Has no effect when the owner has reconnected or disconnected meanwhile. */
    async saveRenewal(
      connection: ConnectionToRefresh,
      renewal: {
        userToken: string;
        pageToken: string;
        userTokenExpiresAt: Date | null;
        dataAccessExpiresAt: Date | null;
      },
    ): Promise<void> {
      await sql`
        update instagram_connections
        set user_token = ${renewal.userToken}, page_token = ${renewal.pageToken},
          user_token_expires_at = ${renewal.userTokenExpiresAt},
          data_access_expires_at = ${renewal.dataAccessExpiresAt}
        where id = ${connection.id} and ended_at is null
          and user_token = ${connection.user_token}`.execute(db);
    },

    async findExpiring(id: string): Promise<ExpiringConnection | undefined> {
      const ends = sql`least(c.user_token_expires_at, c.data_access_expires_at)`;
      const found = await sql<ExpiringConnection>`
        select c.workspace_id, a.username, ${ends} as ends_at, ${ends} <= app_now() as is_over
        from instagram_connections c join instagram_accounts a on a.ig_user_id = c.ig_user_id
        where c.id = ${id} and c.ended_at is null and not c.needs_reconnect
          and ${ends} < app_now() + ${notifyAhead}`.execute(db);
      return found.rows[0];
    },
  };
}
