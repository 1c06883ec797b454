import type { ConnectionObserver } from './connection-observer.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { AuthenticatedSession } from '../../platform/http/authentication.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaLinks } from '../../media/links.ts';
import type { MediaService } from '../../media/media.service.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import { connectionWakeUps, type WakeUps } from '../../platform/wake-ups.ts';
import type { InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { createAuthorizationsRepository } from './authorizations.repository.ts';
import type { InstagramAccounts } from './accounts.ts';
import { listConnected, findConnectedAccounts } from '../graph/listing.ts';
import { createLostGrantMarker } from '../tokens/lost-grants.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import { createInstagramRepository, lockConnections } from './instagram.repository.ts';
import { createPendingGrants } from './pending-grants.ts';
import { createAccountChoice } from './account-choice.ts';
import { createSaveConnections } from './save-connections.ts';
import { createCodeExchange, type ConnectionOutcome } from './code-exchange.ts';
import type { LoginFlows } from './login-flows.ts';

export type InstagramConnection = ReturnType<typeof createInstagramConnection>;

export function createInstagramConnection(deps: {
  database: Database;
  loginFlows: LoginFlows;
  accounts: InstagramAccounts;
  publishing: Pick<InstagramPublishing, 'scopesOf'>;
  media: MediaService;
  storage: Pick<MediaStorage, 'read'>;
  links: MediaLinks;
  wakeUps: WakeUps;
  log: Log;
}) {
  const { database, loginFlows, links, wakeUps, log } = deps;
  const authorizations = createAuthorizationsRepository(database.db);
  const pendingGrants = createPendingGrants(deps);
  const save = createSaveConnections(deps);
  const markLostGrants = createLostGrantMarker(deps);
  const connectWithCode = createCodeExchange({ ...deps, pendingGrants, save, markLostGrants });

  const findOffered = (login: InstagramLogin = 'facebook'): InstagramLogin =>
    loginFlows[login] === undefined ? 'facebook' : login;

  async function end(
    tx: Tx,
    workspaceId: string,
    observer: ConnectionObserver,
    igUserId?: string,
  ): Promise<string[]> {
    // Connections are locked before their posts, as in Meta's callbacks, to avoid a deadlock.
    await lockConnections(tx, workspaceId);
    // The observer runs before the connection ends, because a post claimed meanwhile still needs it.
    await observer.accountDisconnected(tx, workspaceId, igUserId);
    const connections = createInstagramRepository(tx);
    const connected = await connections.listActive(workspaceId);
    await connections.end(workspaceId, igUserId);
    return connected.flatMap(({ ig_user_id: id, username }) =>
      igUserId === undefined || id === igUserId ? [username] : [],
    );
  }

  return {
    /**
     * The browser stores the secret `browser` and returns it with the callback. A workspace with an account
     * may lack a permission, so its dialog requests declined permissions again. Without a login, that of the
     * account is repeated, or of the first one.
     * @throws AppError INSTAGRAM_LOGIN_UNAVAILABLE, ACCOUNT_LIMIT
     */
    async begin(
      session: AuthenticatedSession,
      request: {
        login: InstagramLogin | undefined;
        igUserId: string | undefined;
        adds: boolean;
        rerequestsDeclined: boolean;
      },
    ): Promise<{ authUrl: string; browser: string }> {
      const { igUserId, adds, rerequestsDeclined } = request;
      const { connected, limit } = await findConnectedAccounts(database.db, session.workspaceId);
      const repeated = adds
        ? undefined
        : (connected.find(({ ig_user_id: id }) => id === igUserId) ?? connected[0]);
      const login = request.login ?? findOffered(repeated?.login);
      const flow = loginFlows[login];
      if (flow === undefined) throw new AppError('INSTAGRAM_LOGIN_UNAVAILABLE');
      if (adds && connected.length >= limit) throw new AppError('ACCOUNT_LIMIT');
      const [state, browser] = [newToken(), newToken()];
      await authorizations.insert({
        stateHash: hashToken(state),
        browserHash: hashToken(browser),
        sessionId: session.sessionId,
        userId: session.userId,
        workspaceId: session.workspaceId,
        adds,
        login,
      });
      return {
        authUrl: flow.dialogUrl(state, rerequestsDeclined || connected.length > 0),
        browser,
      };
    },

    async finish(
      callbackParams: Record<'code' | 'state' | 'error', string | undefined>,
      browser: string,
      observer: ConnectionObserver,
    ): Promise<{ end: ConnectionOutcome; adds: boolean; login: InstagramLogin }> {
      const state = hashToken(callbackParams.state ?? '');
      const owner = await authorizations.consume(state, hashToken(browser));
      const { adds = false, login = 'facebook' } = owner ?? {};
      const endWith = (end: ConnectionOutcome) => ({ end, adds, login });
      if (callbackParams.error !== undefined) return endWith('auth_failed');
      if (owner === undefined) return endWith('invalid_state');
      const flow = loginFlows[login];
      if (flow === undefined) return endWith('callback_failed');
      try {
        return endWith(
          await connectWithCode(flow, callbackParams.code ?? '', owner, browser, observer),
        );
      } catch (error) {
        log.warn({ error }, 'a connection could not be made');
        return endWith('callback_failed');
      }
    },

    ...createAccountChoice({ ...deps, pendingGrants, save }),

    end,

    list: (workspaceId: string) => listConnected(database.db, workspaceId, links),

    /** An account that is not connected is ignored. */
    async disconnect(
      workspaceId: string,
      requestedIgUserId: string | undefined,
      observer: ConnectionObserver,
    ): Promise<void> {
      await database.inTransaction(async (tx) => {
        await lockConnections(tx, workspaceId);
        const connected = await createInstagramRepository(tx).listActive(workspaceId);
        const one = connected.find(
          ({ ig_user_id: id }) => requestedIgUserId === undefined || id === requestedIgUserId,
        );
        if (one === undefined) return;
        await auditDisconnected(tx, workspaceId, one.username);
        await end(tx, workspaceId, observer, one.ig_user_id);
      });
      wakeUps.send([...connectionWakeUps(workspaceId), { topic: 'work' }]);
    },
  };
}

const auditDisconnected = (tx: Tx, workspaceId: string, username: string) =>
  recordAudit(tx, { workspaceId, kind: 'instagram.disconnected', detail: { username } });
