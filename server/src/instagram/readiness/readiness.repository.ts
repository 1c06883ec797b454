import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { connectionOrder } from '../../platform/database/fragments/connection-order.ts';
import type { Row } from '../../platform/database/rows.ts';
import { appThrottleEnd } from '../graph/app-throttle.repository.ts';

/** The tokens are encrypted. */
export interface ConnectionToCheck
  extends
    Row<
      'instagram_connections',
      | 'id'
      | 'ig_user_id'
      | 'login'
      | 'page_id'
      | 'page_token'
      | 'user_token'
      | 'granted_scopes'
      | 'needs_reconnect'
      | 'reconnect_code'
    >,
    Row<'instagram_accounts', 'username' | 'throttle_code'> {}

/** Null when the account may be called. */
const throttleCode = (igUserId: RawBuilder<unknown>, login: RawBuilder<unknown>) => sql<
  string | null
>`coalesce(
  (select coalesce(t.throttle_code, t.throttle_reason) from instagram_accounts t
   where t.ig_user_id = ${igUserId} and t.throttled_until > app_now()),
  (select i.throttle_code from instagram_apps i
   where i.login = ${login} and ${appThrottleEnd(igUserId)} > app_now()))`;

export async function findConnectionsToCheck(
  db: Db,
  workspaceId: string,
): Promise<ConnectionToCheck[]> {
  const found = await sql<ConnectionToCheck>`
    select k.id, k.ig_user_id, k.login, k.page_id, k.page_token, k.user_token, k.granted_scopes, k.needs_reconnect, k.reconnect_code, a.username,
      ${throttleCode(sql`k.ig_user_id`, sql`k.login`)} as throttle_code
    from instagram_connections k join instagram_accounts a on a.ig_user_id = k.ig_user_id
    where k.workspace_id = ${workspaceId} and k.ended_at is null
    order by ${connectionOrder}`.execute(db);
  return found.rows;
}

export async function findThrottleCodes(
  db: Db,
  igUserIds: readonly string[],
  login: InstagramLogin,
): Promise<Map<string, string | null>> {
  const found = await sql<{ id: string; code: string | null }>`
    select id, ${throttleCode(sql`id`, sql`${login}`)} as code
    from unnest(${[...igUserIds]}::text[]) as id`.execute(db);
  return new Map(found.rows.map(({ id, code }) => [id, code]));
}

const TRIAL = 'trial';
const MAX_TRIALS_IN_DAY = 12;

/** Counts the trial among the containers of its account, of no post. False when there were enough today. */
export async function recordTrial(db: Db, id: string, igUserId: string): Promise<boolean> {
  const inserted = await sql`
    insert into containers (id, revision, kind, ig_user_id, fingerprint, state)
    select ${id}::uuid, 0, 'single', ${igUserId}, ${TRIAL}, 'dead'
    where (select count(*) from containers
      where ig_user_id = ${igUserId} and fingerprint = ${TRIAL}
        and born_at > app_now() - interval '24 hours') < ${MAX_TRIALS_IN_DAY}
    returning id`.execute(db);
  return inserted.rows.length > 0;
}

/** Of a trial that Instagram refused. */
export async function forgetTrial(db: Db, id: string): Promise<void> {
  await db.deleteFrom('containers').where('id', '=', id).execute();
}
