import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { connectionOrder } from '../../platform/database/fragments/connection-order.ts';
import type { Row } from '../../platform/database/rows.ts';

/** The tokens are encrypted. */
export interface ConnectionToCheck
  extends
    Row<
      'instagram_connections',
      'id' | 'ig_user_id' | 'login' | 'page_id' | 'page_token' | 'user_token' | 'needs_reconnect'
    >,
    Row<'instagram_accounts', 'username' | 'throttle_code'> {}

export async function findConnectionsToCheck(
  db: Db,
  workspaceId: string,
): Promise<ConnectionToCheck[]> {
  const found = await sql<ConnectionToCheck>`
    select k.id, k.ig_user_id, k.login, k.page_id, k.page_token, k.user_token, k.needs_reconnect, a.username,
      case when a.throttled_until > app_now() then a.throttle_code end as throttle_code
    from instagram_connections k join instagram_accounts a on a.ig_user_id = k.ig_user_id
    where k.workspace_id = ${workspaceId} and k.ended_at is null
    order by ${connectionOrder}`.execute(db);
  return found.rows;
}
