import type { Tx } from '../../platform/database/database.ts';

/** Runs in the transaction of the change. */
export interface ConnectionObserver {
  accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void>;
  accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void>;
  recheckPostsDueSoon(tx: Tx, workspaceId: string): Promise<void>;
}
