import type { Database } from '../database/database.ts';
import type { PauseReason } from '../database/tables.ts';
import type { KeyRing } from '../key-ring.ts';
import type { PublishingAccount } from './instagram.publishing.ts';
import { createInstagramRepository, type ConnectionView } from './instagram.repository.ts';

/** Why nothing goes out through a connection for now. */
export type HeldUp = PauseReason | 'reconnect';

export interface ConnectedAccount extends PublishingAccount {
  username: string;
  heldUp: HeldUp | null;
  /** Disconnected: it may be read through for a while, and nothing else. */
  isEnded: boolean;
  /** The token as it is stored, to name it by. */
  sealedToken: string;
}

export type InstagramAccounts = ReturnType<typeof createInstagramAccounts>;

/** The connected accounts as the engine uses them; the keeper of their tokens. */
export function createInstagramAccounts(deps: { database: Database; keyRing: KeyRing }) {
  const { keyRing } = deps;
  const repository = createInstagramRepository(deps.database.db);
  /** A token sealed for one workspace and account opens nowhere else. */
  const contextOf = (workspaceId: string, igUserId: string) => `${workspaceId}/${igUserId}`;

  const open = (
    workspaceId: string,
    found: ConnectionView | undefined,
  ): ConnectedAccount | undefined =>
    found && {
      igUserId: found.ig_user_id,
      username: found.username,
      token: keyRing.decrypt(found.page_token, contextOf(workspaceId, found.ig_user_id)),
      heldUp: found.needs_reconnect ? 'reconnect' : found.paused_reason,
      isEnded: found.is_ended,
      sealedToken: found.page_token,
    };

  return {
    isConnected: async (workspaceId: string): Promise<boolean> =>
      (await repository.findConnection(workspaceId)) !== undefined,

    /** The workspace's account with its token, read anew for each use. */
    accountOf: async (workspaceId: string) =>
      open(workspaceId, await repository.findConnection(workspaceId)),

    /** The account that a post went out on, for reading, also for a day after it was disconnected. */
    accountToRead: async (workspaceId: string, igUserId: string) =>
      open(workspaceId, await repository.findForReading(workspaceId, igUserId)),

    seal: (workspaceId: string, igUserId: string, token: string) =>
      keyRing.encrypt(token, contextOf(workspaceId, igUserId)),

    openToken: (workspaceId: string, igUserId: string, sealed: string) =>
      keyRing.decrypt(sealed, contextOf(workspaceId, igUserId)),

    markForReconnect: ({ sealedToken }: Pick<ConnectedAccount, 'sealedToken'>) =>
      repository.markForReconnect(sealedToken),

    pause: ({ igUserId }: Pick<PublishingAccount, 'igUserId'>, reason: PauseReason, ms: number) =>
      repository.pause(igUserId, reason, ms),

    forgetEnded: () => repository.forgetEnded(),
  };
}
