import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { lockConnections } from '../instagram/connection/instagram.repository.ts';
import type { PublicationWriter } from './publication-writer.ts';
import { QUIESCENCE_MS } from './publishing.rules.ts';

/** From the commit on no intent of the workspace is written. An earlier intent wins, and its call is made. */
export async function endPublishing(tx: Tx, workspaceId: string): Promise<void> {
  // Before the claim lock: a disconnect may hold the connections for seconds, and claims must not wait.
  await lockConnections(tx, workspaceId);
  // A running claim saw the connection as active; the next one sees it ended (claim.ts).
  await lockClaims(tx);
  await sql`update instagram_connections set ended_at = app_now()
    where workspace_id = ${workspaceId} and ended_at is null`.execute(tx);
}

/** Waits for the running claim and prevents others until the commit. The timeout ends a session that hangs. */
export async function lockClaims(tx: Tx): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', '5000', true)
    from claim_lock for update`.execute(tx);
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
