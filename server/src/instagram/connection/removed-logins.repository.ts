import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.ts';
import { loginRemoved } from '../graph/errors.ts';

export type ChangedConnection = Row<'instagram_connections', 'id' | 'workspace_id'>;

/** Connections that are refused already keep their cause. */
export async function holdConnections(
  db: Db | Tx,
  logins: readonly InstagramLogin[],
): Promise<ChangedConnection[]> {
  const held = await sql<ChangedConnection>`
    update instagram_connections
    set needs_reconnect = true, reconnect_code = ${loginRemoved.code}, reconnect_since = app_now()
    where login = any(${[...logins]}) and ended_at is null and not needs_reconnect
    returning id, workspace_id`.execute(db);
  return held.rows;
}

/** Those that only this code holds. */
export async function releaseConnections(
  db: Db | Tx,
  logins: readonly InstagramLogin[],
): Promise<ChangedConnection[]> {
  const released = await sql<ChangedConnection>`
    update instagram_connections
    set needs_reconnect = false, reconnect_code = null, reconnect_since = null
    where login = any(${[...logins]}) and ended_at is null and reconnect_code = ${loginRemoved.code}
    returning id, workspace_id`.execute(db);
  return released.rows;
}

export async function countConnections(
  db: Db | Tx,
  logins: readonly InstagramLogin[],
): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from instagram_connections
    where login = any(${[...logins]}) and ended_at is null`.execute(db);
  return found.rows[0]?.n ?? 0;
}
