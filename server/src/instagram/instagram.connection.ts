import type { ConnectionError } from '@pontual/contract/instagram.ts';
import type { AuthenticatedSession } from '../auth/auth.service.ts';
import { holdSession } from '../auth/hold-session.ts';
import type { Database, Tx } from '../database/database.ts';
import { hashToken, newId, newToken } from '../ids.ts';
import type { Log } from '../log.ts';
import type { MediaService } from '../media/media.service.ts';
import type { Nudges } from '../nudges.ts';
import type { Grant, InstagramAuthorization } from './instagram.authorization.ts';
import type { InstagramAccounts } from './instagram.accounts.ts';
import { keepPicture } from './instagram.picture.ts';
import { createInstagramRepository, holdConnection } from './instagram.repository.ts';

/** What posts must do when the account behind them comes or goes, in the same transaction. */
export interface ConnectionObserver {
  accountConnected(tx: Tx, workspaceId: string, igUserId: string): Promise<void>;
  accountDisconnected(tx: Tx, workspaceId: string): Promise<void>;
  /** Nothing goes out through it until its owner has authorised again. */
  accountHeldUp(tx: Tx, workspaceId: string): Promise<void>;
}

export type InstagramConnection = ReturnType<typeof createInstagramConnection>;

/** Connecting and disconnecting a workspace's Instagram account. */
export function createInstagramConnection(deps: {
  database: Database;
  authorization: InstagramAuthorization;
  accounts: InstagramAccounts;
  media: MediaService;
  nudges: Nudges;
  log: Log;
}) {
  const { database, authorization, accounts, media, nudges, log } = deps;
  const repository = createInstagramRepository(database.db);

  /** Answers false when the session that began it has ended meanwhile. */
  async function save(
    owner: { session_id: string; user_id: string; workspace_id: string },
    grant: Grant,
    observer: ConnectionObserver,
  ): Promise<boolean> {
    const { igUserId, pictureUrl, userToken, pageToken, ...names } = grant;
    const workspaceId = owner.workspace_id;
    const seal = (secret: string) => accounts.seal(workspaceId, igUserId, secret);
    const picture =
      pictureUrl === undefined ? undefined : await keepPicture(pictureUrl, media, log);
    return database.inTransaction(async (tx) => {
      const session = { sessionId: owner.session_id, userId: owner.user_id };
      if (!(await holdSession(tx, session))) return false;
      if (picture !== undefined) await media.insert(tx, workspaceId, picture);
      const connections = createInstagramRepository(tx);
      await connections.end(workspaceId);
      await connections.connect({
        id: newId(),
        workspaceId,
        igUserId,
        username: names.username,
        pageId: names.pageId,
        facebookUserId: names.facebookUserId,
        userToken: seal(userToken),
        pageToken: seal(pageToken),
        userTokenExpiresAt: names.userTokenExpiresAt,
        dataAccessExpiresAt: names.dataAccessExpiresAt,
        pictureFileId: picture?.id ?? null,
        connectedBy: owner.user_id,
      });
      await observer.accountConnected(tx, workspaceId, igUserId);
      return true;
    });
  }

  /** Ends the workspace's connection, if it has one, as a part of something larger. */
  async function end(tx: Tx, workspaceId: string, observer: ConnectionObserver): Promise<void> {
    // The connection before its posts, as Meta's callbacks do: each could wait for the other.
    await holdConnection(tx, workspaceId);
    // Before it ends: a post claimed meanwhile still needs it.
    await observer.accountDisconnected(tx, workspaceId);
    await createInstagramRepository(tx).end(workspaceId);
  }

  return {
    /** `browser` is to be kept by the browser that asks, and shown when it returns. */
    async begin(session: AuthenticatedSession): Promise<{ authUrl: string; browser: string }> {
      const [state, browser] = [newToken(), newToken()];
      await repository.insertAuthorization({
        stateHash: hashToken(state),
        browserHash: hashToken(browser),
        sessionId: session.sessionId,
        userId: session.userId,
        workspaceId: session.workspaceId,
      });
      return { authUrl: authorization.dialogUrl(state), browser };
    },

    /** Ends what `begin` began; answers the error value of the return address, if any. */
    async finish(
      returned: Record<'code' | 'state' | 'error', string | undefined>,
      browser: string | undefined,
      observer: ConnectionObserver,
    ): Promise<ConnectionError | undefined> {
      const state = hashToken(returned.state ?? '');
      const owner = await repository.takeAuthorization(state, hashToken(browser ?? ''));
      if (returned.error !== undefined) return 'auth_failed';
      if (owner === undefined) return 'invalid_state';
      try {
        const grant = await authorization.grantOf(returned.code ?? '');
        if (typeof grant === 'string') return grant;
        if (!(await save(owner, grant, observer))) return 'invalid_state';
        nudges.send([{ topic: 'account', workspaceId: owner.workspace_id }, { topic: 'work' }]);
        return undefined;
      } catch (error) {
        log.warn({ error }, 'a connection could not be made');
        return 'callback_failed';
      }
    },

    end,

    async disconnect(workspaceId: string, observer: ConnectionObserver): Promise<void> {
      await database.inTransaction((tx) => end(tx, workspaceId, observer));
      nudges.send([{ topic: 'account', workspaceId }, { topic: 'work' }]);
    },
  };
}
