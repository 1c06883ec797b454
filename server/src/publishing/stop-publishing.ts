import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/database.ts';
import { interval } from '../platform/database/interval.ts';
import { lockConnections } from '../instagram/connection/instagram.repository.ts';
import { QUIESCENCE_MS } from './publishing.rules.ts';

/** Posts stopped in one statement. */
const BATCH_SIZE = 500;
/** Whoever had it in hand may not write any more: its fence is taken. */
const stoppedColumns = sql`
  stage = 'idle', next_look_at = null, lease_until = null, fence = fence + 1, updated_at = app_now()`;

/**
 * Ends what publishes for a workspace: from the commit on nobody writes an intent of its posts. An
 * intent that was written before has won, and its call goes out.
 */
export async function endPublishing(tx: Tx, workspaceId: string): Promise<void> {
  // Whoever disconnects may hold it for seconds: those must not be seconds of everybody's claims,
  // which themselves hold no connection.
  await lockConnections(tx, workspaceId);
  // A claim that is being written saw the connection live; the next one sees it ended (claim.ts).
  await lockClaims(tx);
  await sql`update instagram_connections set ended_at = app_now()
    where workspace_id = ${workspaceId} and ended_at is null`.execute(tx);
}

/**
 * Waits for the claim that is being written; until the transaction ends, there is no other. As there,
 * whoever is stopped while it holds the turn must not stop everybody.
 */
export async function lockClaims(tx: Tx): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', '5000', true)
    from claim_turn for update`.execute(tx);
}

/** Stops the workspace's posts but those whose call may be under way, some at a time. */
export async function stopPosts(db: Db, workspaceId: string): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
    const stoppedPosts = await sql`
      update posts set ${stoppedColumns}
      where id in (
        select id from posts where workspace_id = ${workspaceId}
          and stage in ('preparing', 'prepared', 'doubt')
        limit ${BATCH_SIZE} for update)
      returning id`.execute(db);
    count = stoppedPosts.rows.length;
  }
}

/**
 * Stops those too, once nothing of them can be under way any more.
 * @returns when that is, of those that are left; undefined when none is.
 */
export async function stopQuiescentPosts(db: Db, workspaceId: string): Promise<Date | undefined> {
  await sql`
    update posts set ${stoppedColumns}
    where workspace_id = ${workspaceId} and stage = 'publishing'
      and intent_at < app_now() - ${interval(QUIESCENCE_MS)}`.execute(db);
  const remaining = await sql<{ until: Date | null }>`
    select max(intent_at) + ${interval(QUIESCENCE_MS)} as until from posts
    where workspace_id = ${workspaceId} and stage = 'publishing'`.execute(db);
  return remaining.rows[0]?.until ?? undefined;
}
