import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import { lockConnections } from '../../instagram/connection/instagram.repository.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
import { QUIESCENCE_MS } from '../publishing.rules.ts';

/** From the commit on no intent of the workspace is written. An earlier intent wins, and its call is made. */
export async function endPublishing(tx: Tx, workspaceId: string): Promise<void> {
  await lockConnections(tx, workspaceId);
  await invalidateClaims(tx, workspaceId);
  await sql`update instagram_connections set ended_at = app_now()
    where workspace_id = ${workspaceId} and ended_at is null`.execute(tx);
}

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

/**
 * Waits for publish calls that may be running.
 * @returns when the last of them can be stopped; undefined when none is left
 */
export async function stopPosts(
  database: Database,
  writer: PublicationWriter,
  workspaceId: string,
): Promise<Date | undefined> {
  const active = sql`p.workspace_id = ${workspaceId} and p.next_step_at is not null`;
  return database.inTransaction(async (tx) => {
    await writer.applyToAll(tx, active, { kind: 'publishing_stopped' });
    const remaining = await sql<{ until: Date | null }>`
      select max(p.intent_at) + ${interval(QUIESCENCE_MS)} as until
      from publications p where ${active}`.execute(tx);
    return remaining.rows[0]?.until ?? undefined;
  });
}
