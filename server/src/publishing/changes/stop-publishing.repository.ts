import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { QUIESCENCE_MS } from '../publishing.rules.ts';

/**
 * Waits for running claims of the workspace. Until the commit claims skip their accounts; one that looked before it drops
 * what it chose (claim-and-record.ts), and a later one sees what the transaction has written.
 */
export async function invalidateClaims(tx: Tx, workspaceId: string): Promise<void> {
  await sql`
    with accounts as (
      select ig_user_id from instagram_accounts
      where ig_user_id in (
        select ig_user_id from instagram_connections
        where workspace_id = ${workspaceId} and ended_at is null)
      order by ig_user_id for no key update)
    update instagram_accounts a set claim_version = a.claim_version + 1
    from accounts where a.ig_user_id = accounts.ig_user_id`.execute(tx);
}

export async function endConnections(tx: Tx, workspaceId: string): Promise<void> {
  await sql`update instagram_connections set ended_at = app_now()
    where workspace_id = ${workspaceId} and ended_at is null`.execute(tx);
}

/** Of `publications p` and of `posts_with_publication p`. */
export const isActiveIn = (workspaceId: string) =>
  sql`p.workspace_id = ${workspaceId} and p.next_step_at is not null`;

/** When the last publish call that may be running can be stopped; undefined without an active post. */
export async function findEndOfCalls(tx: Tx, workspaceId: string): Promise<Date | undefined> {
  const remaining = await sql<{ until: Date | null }>`
    select max(p.intent_at) + ${interval(QUIESCENCE_MS)} as until
    from publications p where ${isActiveIn(workspaceId)}`.execute(tx);
  return remaining.rows[0]?.until ?? undefined;
}
