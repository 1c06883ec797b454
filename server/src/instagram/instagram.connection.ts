import { writeAct } from '../audit/audit.writing.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import type { Database, Tx } from '../database/database.ts';
import { hashToken, newToken } from '../ids.ts';
import { AppError } from '../http/app-error.ts';
import type { Log } from '../log.ts';
import type { MediaLinks } from '../media/media.links.ts';
import type { MediaService } from '../media/media.service.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import { connectionNudges, type Nudges } from '../nudges.ts';
import type { InstagramAuthorization } from './instagram.authorization.ts';
import { createAuthorizationsRepository } from './instagram.authorizations.repository.ts';
import type { InstagramAccounts } from './instagram.accounts.ts';
import { listConnected, standingAccounts } from './instagram.listing.ts';
import { createLeavingOut } from './instagram.left-out.ts';
import type { InstagramPublishing } from './instagram.publishing.ts';
import { createInstagramRepository, holdConnection } from './instagram.repository.ts';
import { createPendingGrants } from './instagram.pending-grants.ts';
import { createChoosing } from './instagram.choosing.ts';
import { createSaving } from './instagram.saving.ts';
import { createUsing, type Ending } from './instagram.using.ts';

/** What posts must do when the account behind them comes or goes, in the same transaction. */
export interface ConnectionObserver {
  accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void>;
  /** This account; all of the workspace's where none is named. */
  accountDisconnected(tx: Tx, workspaceId: string, igUserId?: string): Promise<void>;
  /** Nothing goes out through it until its owner has authorised again. */
  accountHeldUp(tx: Tx, workspaceId: string): Promise<void>;
}

export type InstagramConnection = ReturnType<typeof createInstagramConnection>;

/** Connecting and disconnecting a workspace's Instagram accounts. */
export function createInstagramConnection(deps: {
  database: Database;
  authorization: InstagramAuthorization;
  accounts: InstagramAccounts;
  publishing: Pick<InstagramPublishing, 'scopesOf'>;
  media: MediaService;
  storage: Pick<MediaStorage, 'read'>;
  links: MediaLinks;
  nudges: Nudges;
  log: Log;
}) {
  const { database, authorization, links, nudges, log } = deps;
  const authorizations = createAuthorizationsRepository(database.db);
  const pendingGrants = createPendingGrants(deps);
  const save = createSaving(deps);
  const markLeftOut = createLeavingOut(deps);
  const useCode = createUsing({ ...deps, pendingGrants, save, markLeftOut });

  /** Ends this connection of the workspace's, or all, as a part of something larger; answers their names. */
  async function end(
    tx: Tx,
    workspaceId: string,
    observer: ConnectionObserver,
    igUserId?: string,
  ): Promise<string[]> {
    // The connection before its posts, as Meta's callbacks do: each could wait for the other.
    await holdConnection(tx, workspaceId);
    // Before it ends: a post claimed meanwhile still needs it.
    await observer.accountDisconnected(tx, workspaceId, igUserId);
    const connections = createInstagramRepository(tx);
    const standing = await connections.standing(workspaceId);
    await connections.end(workspaceId, igUserId);
    return standing.flatMap(({ ig_user_id: id, username }) =>
      igUserId === undefined || id === igUserId ? [username] : [],
    );
  }

  return {
    /**
     * `browser` is to be kept by the browser that asks, and shown when it returns. A workspace that
     * has an account may lack a permission, so its dialog asks for declined ones, too.
     * @throws AppError ACCOUNT_LIMIT when the plan has no room for one more
     */
    async begin(
      session: AuthenticatedSession,
      { adds, asksAgain }: { adds: boolean; asksAgain: boolean },
    ): Promise<{ authUrl: string; browser: string }> {
      const { standing, limit } = await standingAccounts(database.db, session.workspaceId);
      if (adds && standing.length >= limit) throw new AppError('ACCOUNT_LIMIT');
      const [state, browser] = [newToken(), newToken()];
      await authorizations.insert({
        stateHash: hashToken(state),
        browserHash: hashToken(browser),
        sessionId: session.sessionId,
        userId: session.userId,
        workspaceId: session.workspaceId,
        adds,
      });
      return { authUrl: authorization.dialogUrl(state, asksAgain || standing.length > 0), browser };
    },

    /**
     * Ends what `begin` began. Answers the error value of the return address, or that the owner has to
     * choose among the accounts that were granted.
     */
    async finish(
      returned: Record<'code' | 'state' | 'error', string | undefined>,
      browser: string,
      observer: ConnectionObserver,
    ): Promise<{ end: Ending; adds: boolean }> {
      const state = hashToken(returned.state ?? '');
      const owner = await authorizations.take(state, hashToken(browser));
      if (returned.error !== undefined) return { end: 'auth_failed', adds: false };
      if (owner === undefined) return { end: 'invalid_state', adds: false };
      const { adds } = owner;
      try {
        return { end: await useCode(returned.code ?? '', owner, browser, observer), adds };
      } catch (error) {
        log.warn({ error }, 'a connection could not be made');
        return { end: 'callback_failed', adds };
      }
    },

    ...createChoosing({ ...deps, pendingGrants, save }),

    end,

    /** The connected accounts, and how many the plan has room for. */
    list: (workspaceId: string) => listConnected(database.db, workspaceId, links),

    /** This account, or the first where none is named; one that is not connected changes nothing. */
    async disconnect(
      workspaceId: string,
      asked: string | undefined,
      observer: ConnectionObserver,
    ): Promise<void> {
      await database.inTransaction(async (tx) => {
        await holdConnection(tx, workspaceId);
        const standing = await createInstagramRepository(tx).standing(workspaceId);
        const one = standing.find(({ ig_user_id: id }) => asked === undefined || id === asked);
        if (one === undefined) return;
        await tellDisconnected(tx, workspaceId, one.username);
        await end(tx, workspaceId, observer, one.ig_user_id);
      });
      nudges.send([...connectionNudges(workspaceId), { topic: 'work' }]);
    },
  };
}

const tellDisconnected = (tx: Tx, workspaceId: string, username: string) =>
  writeAct(tx, { workspaceId, kind: 'instagram.disconnected', detail: { username } });
