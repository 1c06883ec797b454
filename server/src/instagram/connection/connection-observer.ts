import type { Tx } from '../../platform/database/database.ts';

/** What posts must do when the account behind them comes or goes, in the same transaction. */
export interface ConnectionObserver {
  accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void>;
  /** This account; all of the workspace's where none is named. */
  accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void>;
  /** Nothing goes out through it until its owner has authorised again. */
  accountNeedsReconnect(tx: Tx, workspaceId: string): Promise<void>;
}
