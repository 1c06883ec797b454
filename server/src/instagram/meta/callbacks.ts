import { deletionPath } from '@pontual/contract/privacy/deletions.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  INSTAGRAM_REMOVED,
  type WorkspaceNotification,
} from '../../notifications/kinds/workspace-notifications.ts';
import { notify } from '../../notifications/notify.ts';
import { connectionWakeUps, type WakeUps } from '../../platform/wake-ups.ts';
import type { InstagramAccounts } from '../connection/accounts.ts';
import type { ConnectionObserver } from '../connection/connection-observer.ts';
import { appRemoved, type InstagramIssue } from '../graph/errors.ts';
import { NO_TOKEN } from '../graph/graph.ts';
import { createMetaDeletionsRepository } from './deletions.repository.ts';
import { createPendingGrantsRepository } from '../connection/pending-grants.repository.ts';
import { createMetaRepository, type PersonConnection } from './meta.repository.ts';
import {
  createMetaDataDeletion,
  type ReopenApprovals,
  type MetaDeletionStep,
} from './data-deletion.ts';
import type { SignedRequest } from './signed-request.ts';

export type MetaCallbacks = ReturnType<typeof createMetaCallbacks>;

/** A repeated callback has no further effect. */
export function createMetaCallbacks(deps: {
  database: Database;
  accounts: Pick<InstagramAccounts, 'seal'>;
  observer: Pick<ConnectionObserver, 'accountDisconnected' | 'recheckPostsDueSoon'>;
  reopenApprovals: ReopenApprovals;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, accounts, observer, wakeUps, publicUrl, log } = deps;

  const wakeBrowsers = (connections: readonly PersonConnection[]) =>
    wakeUps.send([
      ...connections.flatMap(({ workspace_id: id }) => connectionWakeUps(id)),
      { topic: 'work' },
    ]);

  const dataDeletion = createMetaDataDeletion(deps);

  /** Each step runs in its own transaction; maintenance retries a failed step. */
  async function continueDeletion(deletionId: string, steps: number): Promise<void> {
    try {
      for (let step = 0; step < steps; step += 1) {
        const hasMore = await database.inTransaction((tx) =>
          dataDeletion.continueDeletion(tx, deletionId),
        );
        if (!hasMore) return;
      }
    } catch (error) {
      log.error({ error, deletionId }, 'a deletion for Meta did not go on');
    }
  }

  return {
    async deauthorize(request: SignedRequest): Promise<void> {
      const connections = await database.inTransaction(async (tx) => {
        const repository = createMetaRepository(tx);
        await createPendingGrantsRepository(tx).forgetPerson(request);
        const issue = appRemoved[request.login];
        const found = await repository.connectionsBy(request);
        for (const connection of found) {
          const { workspace_id: workspaceId, ig_user_id: igUserId } = connection;
          const sealNoToken = () => accounts.seal(workspaceId, igUserId, NO_TOKEN);
          const placeholders = { user: sealNoToken(), page: sealNoToken() };
          await repository.replaceTokens(connection, placeholders, issue.code);
        }
        const live = found.filter(({ is_ended: isEnded }) => !isEnded);
        for (const { workspace_id: id } of live) await observer.recheckPostsDueSoon(tx, id);
        await notify(tx, ...live.map((connection) => appRemovedNotification(connection, issue)));
        return found;
      });
      wakeBrowsers(connections);
      log.info({ connections: connections.length }, 'a person has removed the app');
    },

    async requestDeletion(request: SignedRequest): Promise<{ url: string; code: string }> {
      const { login, authorizerId, confirmationCode: code } = request;
      const { id, connections } = await database.inTransaction(async (tx) => {
        await createPendingGrantsRepository(tx).forgetPerson(request);
        const deletions = createMetaDeletionsRepository(tx);
        const firstStep: MetaDeletionStep = { login, authorizerId, accounts: [] };
        const deletion = await deletions.findOrCreate(code, JSON.stringify(firstStep));
        const found = await createMetaRepository(tx).connectionsBy(request);
        if (deletion.isNew || found.length > 0) {
          const remaining = await dataDeletion.deletePersonData(tx, request, found);
          await deletions.setStep(deletion.id, remaining && JSON.stringify(remaining));
          const live = found.filter(({ is_ended: isEnded }) => !isEnded);
          await notify(tx, ...live.map(dataDeletedNotification));
        }
        return { id: deletion.id, connections: found };
      });
      // One step covers almost every user; Meta's request does not wait for more.
      await continueDeletion(id, 1);
      wakeBrowsers(connections);
      log.info({ connections: connections.length }, 'a data deletion was requested through Meta');
      return { url: `${publicUrl}${deletionPath(code)}`, code };
    },

    async finishDeletions(): Promise<void> {
      for (const id of await createMetaDeletionsRepository(database.db).listOpen()) {
        await continueDeletion(id, Infinity);
      }
    },
  };
}

/** Uses the dedupe key of a refused token, so that the owner gets only one notification. */
const appRemovedNotification = (
  { id, workspace_id: workspaceId }: PersonConnection,
  { cause, action }: InstagramIssue,
): WorkspaceNotification => ({
  kind: 'issue',
  workspaceId,
  postId: null,
  dedupeKey: `reconnect:${id}`,
  code: 'reconnect',
  message: cause,
  action,
});

const dataDeletedNotification = ({
  id: connectionId,
  workspace_id: workspaceId,
}: PersonConnection): WorkspaceNotification => ({
  kind: INSTAGRAM_REMOVED,
  workspaceId,
  connectionId,
});
