import type { Database } from '../database/database.ts';
import type { KeyRing } from '../key-ring.ts';
import type { PublishingAccount } from './instagram.publishing.ts';
import { createInstagramRepository } from './instagram.repository.ts';

export type InstagramAccounts = ReturnType<typeof createInstagramAccounts>;

/** The connected accounts as the engine uses them; the keeper of their tokens. */
export function createInstagramAccounts({
  database,
  keyRing,
}: {
  database: Database;
  keyRing: KeyRing;
}) {
  const repository = createInstagramRepository(database.db);
  /** A token sealed for one workspace and account opens nowhere else. */
  const contextOf = (workspaceId: string, igUserId: string) => `${workspaceId}/${igUserId}`;

  return {
    /** Whether the workspace has a connected account. */
    async isConnected(workspaceId: string): Promise<boolean> {
      return (await repository.findConnection(workspaceId)) !== undefined;
    },

    /** The workspace's account with its token, read anew for each use. */
    async accountOf(
      workspaceId: string,
    ): Promise<(PublishingAccount & { username: string; paused: boolean }) | undefined> {
      const found = await repository.findConnection(workspaceId);
      if (found === undefined) return undefined;
      return {
        igUserId: found.ig_user_id,
        username: found.username,
        token: keyRing.decrypt(found.page_token, contextOf(workspaceId, found.ig_user_id)),
        paused: found.paused_reason !== null,
      };
    },

    seal: (workspaceId: string, igUserId: string, token: string) =>
      keyRing.encrypt(token, contextOf(workspaceId, igUserId)),

    openToken: (workspaceId: string, igUserId: string, sealed: string) =>
      keyRing.decrypt(sealed, contextOf(workspaceId, igUserId)),

    pauseForReconnect: (igUserId: string) => repository.pauseForReconnect(igUserId),
  };
}
