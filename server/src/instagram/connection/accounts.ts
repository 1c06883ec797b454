import type { Database } from '../../platform/database/database.ts';
import type { ThrottleReason } from '../../platform/database/tables.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { ReadingAccount } from '../graph/reader.ts';
import type { PublishingAccount } from '../graph/publishing-account.ts';
import { createAccountChecksRepository } from '../tokens/account-checks.repository.ts';
import { createPendingGrantsRepository } from './pending-grants.repository.ts';
import { createInstagramRepository, type ConnectionView } from './instagram.repository.ts';

/** Why nothing goes out through a connection for now. */
export type AccountHoldReason = ThrottleReason | 'reconnect';

export interface ConnectedAccount extends ReadingAccount {
  connectionId: string;
  username: string;
  holdReason: AccountHoldReason | null;
  /** Disconnected: it may be read through for a while, and nothing else. */
  isEnded: boolean;
  /** The token as it is stored, to name it by. */
  sealedToken: string;
  /** When the pause ends, if the account is paused, and in how many ms. */
  throttledUntil: Date | null;
  throttledForMs: number | null;
  /** What Instagram said when it refused the token, or had the account paused. */
  holdCode: string | null;
}

export type InstagramAccounts = ReturnType<typeof createInstagramAccounts>;

/** The connected accounts as the engine uses them; the keeper of their tokens. */
export function createInstagramAccounts(deps: { database: Database; keyRing: KeyRing }) {
  const { keyRing } = deps;
  const repository = createInstagramRepository(deps.database.db);
  const checks = createAccountChecksRepository(deps.database.db);
  /** A token sealed for one workspace and account opens nowhere else. */
  const contextOf = (workspaceId: string, igUserId: string) => `${workspaceId}/${igUserId}`;

  const toAccount = (
    workspaceId: string,
    found: ConnectionView | undefined,
  ): ConnectedAccount | undefined =>
    found && {
      connectionId: found.id,
      igUserId: found.ig_user_id,
      username: found.username,
      token: keyRing.decrypt(found.page_token, contextOf(workspaceId, found.ig_user_id)),
      userToken: keyRing.decrypt(found.user_token, contextOf(workspaceId, found.ig_user_id)),
      holdReason: found.needs_reconnect ? 'reconnect' : found.paused_reason,
      isEnded: found.is_ended,
      sealedToken: found.page_token,
      throttledUntil: found.paused_until,
      throttledForMs: found.paused_for_ms,
      holdCode: found.needs_reconnect ? found.reconnect_code : found.paused_code,
    };

  return {
    isConnected: async (workspaceId: string): Promise<boolean> =>
      (await repository.findConnection(workspaceId, null)) !== undefined,

    /**
     * The account of this id with its token, read anew for each use; the workspace's first one where
     * none is named, or the named one is not connected.
     */
    accountOf: async (workspaceId: string, igUserId: string | null = null) =>
      toAccount(workspaceId, await repository.findConnection(workspaceId, igUserId)),

    /** The account that a post went out on, for reading, also for a day after it was disconnected. */
    accountToRead: async (workspaceId: string, igUserId: string) =>
      toAccount(workspaceId, await repository.findForReading(workspaceId, igUserId)),

    seal: (workspaceId: string, igUserId: string, token: string) =>
      keyRing.encrypt(token, contextOf(workspaceId, igUserId)),

    openToken: (workspaceId: string, igUserId: string, sealed: string) =>
      keyRing.decrypt(sealed, contextOf(workspaceId, igUserId)),

    /** `code` is what Instagram said, for its owner to read. */
    markForReconnect: ({ sealedToken }: Pick<ConnectedAccount, 'sealedToken'>, code: string) =>
      repository.markForReconnect(sealedToken, code),

    /** Stops everything on the account; `code` is what Instagram said, for its owner to read. */
    throttle: (
      { igUserId }: Pick<PublishingAccount, 'igUserId'>,
      cause: { reason: ThrottleReason; code: string },
      ms: number,
    ) => repository.throttle(igUserId, cause, ms),

    /** Whether it is time to ask for the account's rights and quota; then nobody else is told so. */
    claimCheck: ({ connectionId }: ConnectedAccount) => checks.claimCheck(connectionId),

    saveQuota: ({ igUserId }: PublishingAccount, quota: { total: number; used: number }) =>
      checks.saveQuota(igUserId, quota),

    usernameOf: (igUserId: string) => checks.usernameOf(igUserId),

    /** Deletes connections that have ended, and grants that nobody chose from in time. */
    async forgetEnded(): Promise<void> {
      await repository.forgetEnded();
      await createPendingGrantsRepository(deps.database.db).forgetExpired();
    },
  };
}
