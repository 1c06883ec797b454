import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ThrottleReason } from '../../platform/database/rows.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { ReadingAccount } from '../graph/reader.ts';
import { loginsWith, type LoginCapabilities } from '../graph/logins.ts';
import type { PublishingAccount } from '../graph/publishing-account.ts';
import { createAccountChecksRepository } from '../tokens/account-checks.repository.ts';
import { createPendingGrantsRepository } from './pending-grants.repository.ts';
import { createInstagramRepository, type ConnectionView } from './instagram.repository.ts';

/** `app_limited`: Instagram throttles the app, and with it every account. */
export type AccountHoldReason = ThrottleReason | 'reconnect' | 'app_limited';

export interface ConnectedAccount extends ReadingAccount {
  connectionId: string;
  username: string;
  holdReason: AccountHoldReason | null;
  /** Disconnected: the connection stays for reading the outcome of a post, and is used for nothing else. */
  isEnded: boolean;
  /** Encrypted. Identifies the token version: a refusal of it does not mark a later reconnection. */
  sealedToken: string;
  /** Null without a throttle of the account or of the app. */
  throttledUntil: Date | null;
  throttledForMs: number | null;
  holdCode: string | null;
}

export type InstagramAccounts = ReturnType<typeof createInstagramAccounts>;

/** A token that is encrypted for one workspace and account cannot be decrypted for another. */
export const tokenContext = (workspaceId: string, igUserId: string) => `${workspaceId}/${igUserId}`;

export function createInstagramAccounts(deps: { database: Database; keyRing: KeyRing }) {
  const { keyRing } = deps;
  const repository = createInstagramRepository(deps.database.db);
  const checks = createAccountChecksRepository(deps.database.db);

  const toAccount = (
    workspaceId: string,
    found: ConnectionView | undefined,
  ): ConnectedAccount | undefined =>
    found && {
      connectionId: found.id,
      igUserId: found.ig_user_id,
      login: found.login,
      username: found.username,
      token: keyRing.decrypt(found.page_token, tokenContext(workspaceId, found.ig_user_id)),
      userToken: keyRing.decrypt(found.user_token, tokenContext(workspaceId, found.ig_user_id)),
      grantedScopes: found.granted_scopes,
      holdReason: found.needs_reconnect ? 'reconnect' : found.throttle_reason,
      isEnded: found.is_ended,
      sealedToken: found.page_token,
      throttledUntil: found.throttled_until,
      throttledForMs: found.paused_for_ms,
      holdCode: found.needs_reconnect ? found.reconnect_code : found.throttle_code,
    };

  return {
    isConnected: async (workspaceId: string): Promise<boolean> =>
      (await repository.findConnection(workspaceId, null)) !== undefined,

    /**
     * Reads the token from the database for each call. Returns the workspace's first account when no id is
     * given or the given account is not connected.
     */
    accountOf: async (workspaceId: string, igUserId: string | null = null) =>
      toAccount(workspaceId, await repository.findConnection(workspaceId, igUserId)),

    /** The first that offers this, and rather one that need not be reconnected. */
    accountWith: async (workspaceId: string, capability: keyof LoginCapabilities) =>
      toAccount(workspaceId, await repository.findFirstOf(workspaceId, loginsWith(capability))),

    /**
     * After a disconnect only while a post with an unknown outcome needs the account, for a day at most. By the
     * given login, if the account was connected by it.
     */
    accountToRead: async (workspaceId: string, igUserId: string, login?: InstagramLogin) =>
      toAccount(workspaceId, await repository.findForReading(workspaceId, igUserId, login)),

    seal: (workspaceId: string, igUserId: string, token: string) =>
      keyRing.encrypt(token, tokenContext(workspaceId, igUserId)),

    openToken: (workspaceId: string, igUserId: string, sealed: string) =>
      keyRing.decrypt(sealed, tokenContext(workspaceId, igUserId)),

    markForReconnect: ({ sealedToken }: Pick<ConnectedAccount, 'sealedToken'>, code: string) =>
      repository.markForReconnect(sealedToken, code),

    throttle: (
      { igUserId }: Pick<PublishingAccount, 'igUserId'>,
      cause: { reason: ThrottleReason; code: string },
      ms: number,
    ) => repository.throttle(igUserId, cause, ms),

    /** Returns true when permissions and quota are due for a check, and claims it for the caller. */
    claimCheck: ({ connectionId }: ConnectedAccount) => checks.claimCheck(connectionId),

    saveQuota: ({ igUserId }: PublishingAccount, quota: { total: number; used: number }) =>
      checks.saveQuota(igUserId, quota),

    usernameOf: (igUserId: string) => checks.usernameOf(igUserId),

    async forgetEnded(): Promise<void> {
      await repository.forgetEnded();
      await createPendingGrantsRepository(deps.database.db).forgetExpired();
    },
  };
}
