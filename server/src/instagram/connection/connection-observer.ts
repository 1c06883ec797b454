import type { Tx } from '../../platform/database/database.ts';

/** Updates the posts of an account when its connection changes, in the same transaction. */
export interface ConnectionObserver {
  accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void>;
  /** For this account, or for all accounts of the workspace when none is given. */
  accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void>;
  /** The account does not publish until its owner reconnects it. */
  accountNeedsReconnect(tx: Tx, workspaceId: string): Promise<void>;
}
