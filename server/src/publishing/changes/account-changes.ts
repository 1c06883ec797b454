import type { ConnectionObserver } from '../../instagram/connection/connection-observer.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { PublicationWriter } from '../store/publication-writer.ts';
import {
  endDemonstrations,
  findConnectedIds,
  findUnmovedIds,
  hasNoRunningCall,
  isDueSoon,
} from './account-changes.repository.ts';

/** Posts that are due soon show an issue now; the others show it when their due time is near. */
export async function recheckPostsDueSoon(
  writer: PublicationWriter,
  tx: Tx,
  workspaceId: string,
): Promise<void> {
  await writer.applyToAll(tx, isDueSoon(workspaceId), { kind: 'recheck' });
}

/** A post that may be published already stays with the account that it was prepared for. */
export function createAccountChanges(writer: PublicationWriter): ConnectionObserver {
  return {
    /**
     * Demonstrations become real posts. What was prepared with another login of the account is prepared again. A post that was prepared for a disconnected account needs a
     * confirmation by its owner (holds.ts, other_account).
     */
    async accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void> {
      const withSameLogin = await findUnmovedIds(tx, workspaceId);
      const event = { kind: 'account_connected', withSameLogin } as const;
      const changed = await writer.applyToAll(tx, hasNoRunningCall(workspaceId), event);
      const ids = changed.map(({ post }) => post.id);
      await endDemonstrations(tx, ids, igUserId);
    },

    async accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void> {
      const connected = await findConnectedIds(tx, workspaceId);
      if (igUserId !== undefined) connected.delete(igUserId);
      await writer.applyToAll(tx, hasNoRunningCall(workspaceId), {
        kind: 'account_disconnected',
        account: igUserId ?? null,
        hasOtherAccount: igUserId !== undefined && connected.size > 0,
      });
    },

    recheckPostsDueSoon: (tx, workspaceId) => recheckPostsDueSoon(writer, tx, workspaceId),
  };
}
