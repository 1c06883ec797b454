import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WorkspaceNotification } from '../../notifications/kinds/workspace-notifications.ts';
import { notify } from '../../notifications/notify.ts';
import { connectionWakeUps, type WakeUps } from '../../platform/wake-ups.ts';
import { loginRemoved } from '../graph/errors.ts';
import { logins } from '../graph/logins.ts';
import type { ConnectionObserver } from './connection-observer.ts';
import type { LoginFlows } from './login-flows.ts';
import {
  countConnections,
  holdConnections,
  releaseConnections,
  type ChangedConnection,
} from './removed-logins.repository.ts';

/**
 * Without the settings of a login its tokens are not refreshed, and the callbacks of Meta about its people cannot
 * be verified: its accounts publish nothing until the settings are back, or their owners use another login.
 */
export function createRemovedLoginCheck(deps: {
  database: Database;
  loginFlows: LoginFlows;
  observer: Pick<ConnectionObserver, 'recheckPostsDueSoon'>;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, loginFlows, observer, wakeUps, log } = deps;
  const removed = logins.filter((login) => loginFlows[login] === undefined);
  const offered = logins.filter((login) => loginFlows[login] !== undefined);

  /** For the start of a worker: the settings cannot change later, and those of a web process decide nothing here. */
  return async function checkRemovedLogins(): Promise<void> {
    const changed = await database.inTransaction(async (tx) => {
      const held = await holdConnections(tx, removed);
      await notify(tx, ...held.map(toNotification));
      return [...held, ...(await releaseConnections(tx, offered))];
    });
    for (const workspaceId of new Set(changed.map((connection) => connection.workspace_id))) {
      await database.inTransaction((tx) => observer.recheckPostsDueSoon(tx, workspaceId));
      wakeUps.send([...connectionWakeUps(workspaceId), { topic: 'work' }]);
    }
    const accounts = await countConnections(database.db, removed);
    if (accounts > 0) {
      log.error(
        { accounts, logins: removed },
        'accounts publish nothing, because the settings of their login are missing',
      );
    }
  };
}

/** Uses the dedupe key of a refused token, so that the owner gets only one notification. */
const toNotification = ({
  id,
  workspace_id: workspaceId,
}: ChangedConnection): WorkspaceNotification => ({
  kind: 'issue',
  workspaceId,
  postId: null,
  dedupeKey: `reconnect:${id}`,
  code: 'reconnect',
  message: loginRemoved.cause,
  action: loginRemoved.action,
});
