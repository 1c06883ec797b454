import { sql } from 'kysely';
import type { ConnectionObserver } from '../../instagram/connection/connection-observer.ts';
import type { Tx } from '../../platform/database/database.ts';
import { interval } from '../../platform/database/interval.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
import { PREPARE_AHEAD_MS } from '../publishing.rules.ts';

/** Of `posts_with_publication p`. The outcome of a running call must not wait for a change of the account. */
const withoutRunningCall = (workspaceId: string) =>
  sql`p.workspace_id = ${workspaceId} and p.next_step_at is not null
    and p.state <> 'publishing'`;

/** Posts that are due soon show an issue now; the others show it when their due time is near. */
export async function recheckPostsDueSoon(
  writer: PublicationWriter,
  tx: Tx,
  workspaceId: string,
): Promise<void> {
  const dueSoon = sql`${withoutRunningCall(workspaceId)}
    and p.scheduled_time < app_now() + ${interval(PREPARE_AHEAD_MS)}`;
  await writer.applyToAll(tx, dueSoon, { kind: 'recheck' });
}

/** A post that may be published already stays with the account that it was prepared for. */
export function createAccountChanges(writer: PublicationWriter): ConnectionObserver {
  async function connectedAccounts(tx: Tx, workspaceId: string): Promise<Set<string>> {
    const found = await sql<{ ig_user_id: string }>`
      select ig_user_id from instagram_connections
      where workspace_id = ${workspaceId} and ended_at is null`.execute(tx);
    return new Set(found.rows.map((row) => row.ig_user_id));
  }

  return {
    /**
     * Demonstrations become real posts. A post that was prepared for a disconnected account needs a
     * confirmation by its owner (holds.ts, other_account).
     */
    async accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void> {
      const connected = await connectedAccounts(tx, workspaceId);
      const event = { kind: 'account_connected', connected } as const;
      const changed = await writer.applyToAll(tx, withoutRunningCall(workspaceId), event);
      const ids = changed.map(({ post }) => post.id);
      await sql`
        update posts set demo = false, target_ig_user_id = coalesce(target_ig_user_id, ${igUserId})
        where id = any(${ids}::uuid[])`.execute(tx);
    },

    async accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void> {
      const connected = await connectedAccounts(tx, workspaceId);
      if (igUserId !== undefined) connected.delete(igUserId);
      await writer.applyToAll(tx, withoutRunningCall(workspaceId), {
        kind: 'account_disconnected',
        account: igUserId ?? null,
        hasOtherAccount: igUserId !== undefined && connected.size > 0,
      });
    },

    recheckPostsDueSoon: (tx, workspaceId) => recheckPostsDueSoon(writer, tx, workspaceId),
  };
}
