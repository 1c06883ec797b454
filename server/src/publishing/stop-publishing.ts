import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { lockConnections } from '../instagram/connection/instagram.repository.ts';
import { QUIESCENCE_MS } from './publishing.rules.ts';

const BATCH_SIZE = 500;
const stoppedColumns = sql`
  publication_state = 'idle', next_step_at = null, lease_until = null, fence = fence + 1, updated_at = app_now()`;

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
export async function stopPosts(db: Db, workspaceId: string): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
    const stoppedPosts = await sql`
      update posts set ${stoppedColumns}
      where id in (
        select id from posts where workspace_id = ${workspaceId}
          and publication_state in ('preparing', 'prepared', 'reconciling')
        limit ${BATCH_SIZE} for update)
      returning id`.execute(db);
    count = stoppedPosts.rows.length;
  }
}

/** @returns when the last of the others can be stopped; undefined when none is left */
export async function stopQuiescentPosts(db: Db, workspaceId: string): Promise<Date | undefined> {
  await sql`
    update posts set ${stoppedColumns}
    where workspace_id = ${workspaceId} and publication_state = 'publishing'
      and intent_at < app_now() - ${interval(QUIESCENCE_MS)}`.execute(db);
  const remaining = await sql<{ until: Date | null }>`
    select max(intent_at) + ${interval(QUIESCENCE_MS)} as until from posts
    where workspace_id = ${workspaceId} and publication_state = 'publishing'`.execute(db);
  return remaining.rows[0]?.until ?? undefined;
}
