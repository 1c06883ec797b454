import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  TOKEN_ENDING,
  type WorkspaceNotification,
} from '../../notifications/kinds/workspace-notifications.ts';
import { notify } from '../../notifications/notify.ts';
import { connectionWakeUps, type WakeUps } from '../../platform/wake-ups.ts';
import type { InstagramAccounts } from '../connection/accounts.ts';
import type { LoginFlows } from '../connection/login-flows.ts';
import {
  createTokenRefreshRepository,
  type ConnectionToRefresh,
} from './token-refresh.repository.ts';
import { isTokenRefused, type InstagramIssue } from '../graph/errors.ts';
import { InstagramError } from '../graph/graph.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';

const BATCH = 10;

export function createTokenRefresh(deps: {
  database: Database;
  loginFlows: LoginFlows;
  accounts: Pick<InstagramAccounts, 'seal' | 'openToken' | 'markForReconnect'>;
  publishing: Pick<InstagramPublishing, 'scopesOf'>;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, loginFlows, accounts, publishing, wakeUps, log } = deps;
  const repository = createTokenRefreshRepository(database.db);

  async function renew(connection: ConnectionToRefresh): Promise<void> {
    const { workspace_id: workspaceId, ig_user_id: igUserId } = connection;
    const seal = (token: string) => accounts.seal(workspaceId, igUserId, token);
    const oldToken = accounts.openToken(workspaceId, igUserId, connection.user_token);
    const flow = loginFlows[connection.login];
    if (flow === undefined) return;
    const renewal = await flow.renew(oldToken, connection.page_id, igUserId);
    if (renewal === 'gone') {
      log.warn({ connectionId: connection.id }, 'a page to renew is not its owner’s any more');
      return;
    }
    await repository.saveRenewal(connection, {
      ...renewal,
      userToken: seal(renewal.userToken),
      pageToken: seal(renewal.pageToken),
    });
  }

  async function requestReconnect(connection: ConnectionToRefresh, issue: InstagramIssue) {
    const { workspace_id: workspaceId } = connection;
    await accounts.markForReconnect({ sealedToken: connection.page_token }, issue.code);
    wakeUps.send(connectionWakeUps(workspaceId));
    const notification = reconnectNotification(connection, issue);
    await database.inTransaction((tx) => notify(tx, notification));
  }

  /** A page token has no expiry of its own and may stay valid after the user token has become invalid. */
  async function isPageTokenDead(connection: ConnectionToRefresh): Promise<boolean> {
    const { workspace_id: workspaceId, ig_user_id: igUserId, login } = connection;
    const token = accounts.openToken(workspaceId, igUserId, connection.page_token);
    const account = { igUserId, login, token, grantedScopes: connection.granted_scopes };
    return (await publishing.scopesOf(account)) === null;
  }

  async function notifyExpiring(id: string): Promise<void> {
    await database.inTransaction(async (tx) => {
      const expiring = await createTokenRefreshRepository(tx).findExpiring(id);
      if (expiring === undefined) return;
      const { workspace_id: workspaceId, username, ends_at: endsAt, is_over: isOver } = expiring;
      const connection = { workspaceId, connectionId: id, username };
      await notify(tx, { kind: TOKEN_ENDING, ...connection, endsAt, isOver });
    });
  }

  async function refreshConnection(connection: ConnectionToRefresh): Promise<void> {
    const logContext = { connectionId: connection.id };
    try {
      if (connection.is_to_renew) await renew(connection);
    } catch (error) {
      if (!(error instanceof InstagramError)) throw error;
      const { issue } = error;
      const { code } = issue;
      log.warn({ ...logContext, code }, 'an authorisation could not be renewed');
      if (isTokenRefused(issue) && (await isPageTokenDead(connection))) {
        await requestReconnect(connection, issue);
      }
    }
    await notifyExpiring(connection.id);
  }

  return {
    /** An hourly run is sufficient. */
    async run(): Promise<void> {
      let claimed: ConnectionToRefresh[];
      do {
        claimed = await repository.claim(BATCH);
        await Promise.all(
          claimed.map((connection) =>
            refreshConnection(connection).catch((error: unknown) =>
              log.error(
                { error, connectionId: connection.id },
                'the token refresh of a connection failed',
              ),
            ),
          ),
        );
      } while (claimed.length === BATCH);
    },
  };
}

const reconnectNotification = (
  { id, workspace_id: workspaceId }: ConnectionToRefresh,
  { cause }: InstagramIssue,
): WorkspaceNotification => ({
  kind: 'issue',
  workspaceId,
  postId: null,
  dedupeKey: `reconnect:${id}`,
  code: 'reconnect',
  message: cause,
  action: 'reconnect',
});
