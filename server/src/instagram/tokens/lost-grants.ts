import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { connectionWakeUps, type WakeUps } from '../../platform/wake-ups.ts';
import type { InstagramAccounts } from '../connection/accounts.ts';
import type { LoginResult } from '../connection/authorization.ts';
import type { ConnectionObserver } from '../connection/connection-observer.ts';
import { permissionMissing, tokenInvalid, type InstagramIssue } from '../graph/errors.ts';
import { mayPublish, toFacebookScopes } from './permissions.rules.ts';
import type { InstagramPublishing } from '../graph/publishing.ts';
import {
  findAuthorizedBy,
  saveGrantedScopes,
  type AuthorizedConnection,
} from '../connection/instagram.repository.ts';

export type MarkLostGrants = ReturnType<typeof createLostGrantMarker>;

/**
 * Facebook and Instagram revoke what the user omits or declines in the dialog, in every workspace: also when the
 * login itself ends with an error.
 */
export function createLostGrantMarker(deps: {
  database: Database;
  accounts: Pick<InstagramAccounts, 'openToken' | 'markForReconnect'>;
  publishing: Pick<InstagramPublishing, 'scopesOf'>;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, accounts, publishing, wakeUps, log } = deps;

  /** Undefined also when the connection cannot be checked. */
  async function findLoss(
    connection: AuthorizedConnection,
    grantedScopes: readonly string[] | null,
  ): Promise<InstagramIssue | undefined> {
    const { workspace_id: workspaceId, ig_user_id: igUserId, login } = connection;
    if (grantedScopes !== null) {
      return mayPublish(toFacebookScopes(grantedScopes)) ? undefined : permissionMissing;
    }
    try {
      const token = accounts.openToken(workspaceId, igUserId, connection.page_token);
      const scopes = await publishing.scopesOf({ igUserId, login, token, grantedScopes });
      if (scopes === null) return tokenInvalid;
      return mayPublish(scopes) ? undefined : permissionMissing;
    } catch (error) {
      log.warn({ error, workspaceId, igUserId }, 'an account that was left out was not checked');
      return undefined;
    }
  }

  /** Returns those of this workspace. */
  return async function markLostGrants(
    { login, authorizerId, grantedScopes, accounts: granted }: LoginResult,
    workspaceId: string,
    observer: Pick<ConnectionObserver, 'recheckPostsDueSoon'>,
  ): Promise<AuthorizedConnection[]> {
    const isGranted = ({ ig_user_id: id }: AuthorizedConnection) =>
      granted.some(({ igUserId, refusal }) => igUserId === id && refusal === null);
    if (grantedScopes !== null) {
      await saveGrantedScopes(database.db, { login, authorizerId }, grantedScopes);
    }
    const authorized = await findAuthorizedBy(database.db, { login, authorizerId });
    const marked = await Promise.all(
      authorized.map(async (connection) => {
        const loss = isGranted(connection) ? undefined : await findLoss(connection, grantedScopes);
        if (loss === undefined) return [];
        await accounts.markForReconnect({ sealedToken: connection.page_token }, loss.code);
        const { workspace_id: id } = connection;
        await database.inTransaction((tx) => observer.recheckPostsDueSoon(tx, id));
        wakeUps.send([...connectionWakeUps(id), { topic: 'work' }]);
        return id === workspaceId ? [connection] : [];
      }),
    );
    return marked.flat();
  };
}
