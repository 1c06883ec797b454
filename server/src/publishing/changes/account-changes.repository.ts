import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { PREPARE_AHEAD_MS } from '../publishing.rules.ts';

/** Of `posts_with_publication p`. The outcome of a running call must not wait for a change of the account. */
export const hasNoRunningCall = (workspaceId: string) =>
  sql`p.workspace_id = ${workspaceId} and p.next_step_at is not null
    and p.state <> 'publishing'`;

/** Of those without a running call. */
export const isDueSoon = (workspaceId: string) => sql`${hasNoRunningCall(workspaceId)}
  and p.scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}`;

export async function findConnectedIds(tx: Tx, workspaceId: string): Promise<Set<string>> {
  const found = await sql<{ ig_user_id: string }>`
    select ig_user_id from instagram_connections
    where workspace_id = ${workspaceId} and ended_at is null`.execute(tx);
  return new Set(found.rows.map((row) => row.ig_user_id));
}

/** The accounts on which what is prepared can still be published: it was prepared with their present login. */
export async function findUnmovedIds(tx: Tx, workspaceId: string): Promise<Set<string>> {
  const found = await sql<{ ig_user_id: string }>`
    select ig_user_id from instagram_connections k
    where workspace_id = ${workspaceId} and ended_at is null and not exists (
      select from publications p join containers c on c.id = p.container_id
      where p.workspace_id = k.workspace_id and p.ig_user_id = k.ig_user_id and p.state = 'prepared'
        and c.login <> k.login)`.execute(tx);
  return new Set(found.rows.map((row) => row.ig_user_id));
}

/** A demonstration becomes a real post. Posts without an account get this one. */
export async function endDemonstrations(
  tx: Tx,
  postIds: readonly string[],
  igUserId: string,
): Promise<void> {
  await sql`
    update posts set demo = false, target_ig_user_id = coalesce(target_ig_user_id, ${igUserId})
    where id = any(${[...postIds]}::uuid[])`.execute(tx);
}
