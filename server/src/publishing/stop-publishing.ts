import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { lockConnections } from '../instagram/connection/instagram.repository.ts';
import type { PublicationWriter } from './publication-writer.ts';
import { QUIESCENCE_MS } from './publishing.rules.ts';

const BATCH_SIZE = 500;
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

/** Skips posts whose publish call may be running. */
export async function stopPosts(
  database: Database,
  writer: PublicationWriter,
  workspaceId: string,
): Promise<void> {
  const stoppable = sql`p.id in (
    select id from posts where workspace_id = ${workspaceId}
      and publication_state in ('preparing', 'prepared', 'reconciling') limit ${BATCH_SIZE})`;
  const stopBatch = () => database.inTransaction((tx) => writer.applyToAll(tx, stoppable, stopped));
  while ((await stopBatch()).length === BATCH_SIZE);
}

/** @returns when the last of the others can be stopped; undefined when none is left */
export async function stopQuiescentPosts(
  database: Database,
  writer: PublicationWriter,
  workspaceId: string,
): Promise<Date | undefined> {
  const publishing = sql`p.workspace_id = ${workspaceId} and p.publication_state = 'publishing'`;
  await database.inTransaction((tx) =>
    writer.applyToAll(
      tx,
      sql`${publishing} and p.intent_at < app_now() - ${interval(QUIESCENCE_MS)}`,
      stopped,
    ),
  );
  const remaining = await sql<{ until: Date | null }>`
    select max(p.intent_at) + ${interval(QUIESCENCE_MS)} as until
    from posts p where ${publishing}`.execute(database.db);
  return remaining.rows[0]?.until ?? undefined;
}

const stopped = { kind: 'publishing_stopped' } as const;
