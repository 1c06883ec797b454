import { deletionPath } from '@pontual/contract/deletions.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Notice } from '../notices/notices.repository.ts';
import type { Notices } from '../notices/notices.ts';
import { connectionNudges, type Nudges } from '../nudges.ts';
import type { InstagramAccounts } from './instagram.accounts.ts';
import type { ConnectionObserver } from './instagram.connection.ts';
import { appRemoved } from './instagram.errors.ts';
import { NO_TOKEN } from './instagram.graph.ts';
import { createMetaDeletionsRepository } from './meta.deletions.repository.ts';
import { createPendingGrantsRepository } from './instagram.pending-grants.repository.ts';
import { createMetaRepository, type MadeConnection } from './meta.repository.ts';
import { createForgetting, type ReopenApprovals, type Step } from './meta.forgetting.ts';
import type { SignedRequest } from './meta.signed-request.ts';

export type MetaCallbacks = ReturnType<typeof createMetaCallbacks>;

/** What Meta tells us of people who leave. All of it may be told again and does nothing more then. */
export function createMetaCallbacks(deps: {
  database: Database;
  accounts: Pick<InstagramAccounts, 'seal'>;
  observer: Pick<ConnectionObserver, 'accountDisconnected' | 'accountHeldUp'>;
  reopenApprovals: ReopenApprovals;
  jobs: Pick<Jobs, 'send'>;
  notices: Pick<Notices, 'add'>;
  nudges: Pick<Nudges, 'send'>;
  publicUrl: string;
  log: Log;
}) {
  const { database, accounts, notices, observer, nudges, publicUrl, log } = deps;

  const tellTabs = (connections: readonly MadeConnection[]) =>
    nudges.send([
      ...connections.flatMap(({ workspace_id: id }) => connectionNudges(id)),
      { topic: 'work' },
    ]);

  const forgetting = createForgetting(deps);

  /** Takes so many turns of a deletion, each for itself; what fails is tried again at the cleaning. */
  async function goOn(deletionId: string, turns: number): Promise<void> {
    try {
      for (let turn = 0; turn < turns; turn += 1) {
        const isMore = await database.inTransaction((tx) => forgetting.goOn(tx, deletionId));
        if (!isMore) return;
      }
    } catch (error) {
      log.error({ error, deletionId }, 'a deletion for Meta did not go on');
    }
  }

  return {
    /** The person has removed the app: the tokens that they gave it are dead. */
    async deauthorize({ facebookUserId, issuedAt }: SignedRequest): Promise<void> {
      const connections = await database.inTransaction(async (tx) => {
        const repository = createMetaRepository(tx);
        await createPendingGrantsRepository(tx).forgetPerson(facebookUserId, issuedAt);
        const found = await repository.connectionsBy(facebookUserId, issuedAt);
        for (const connection of found) {
          const { workspace_id: workspaceId, ig_user_id: igUserId } = connection;
          const nothing = () => accounts.seal(workspaceId, igUserId, NO_TOKEN);
          const kept = { user: nothing(), page: nothing() };
          await repository.throwTokensAway(connection, kept, appRemoved.code);
        }
        const live = found.filter(({ is_ended: isEnded }) => !isEnded);
        for (const { workspace_id: id } of live) await observer.accountHeldUp(tx, id);
        await notices.add(tx, live.map(removedNotice));
        return found;
      });
      tellTabs(connections);
      log.info({ connections: connections.length }, 'a person has removed the app');
    },

    /** Deletes what we have of the person by Meta; answers where they read how far it is. */
    async requestDeletion(request: SignedRequest): Promise<{ url: string; code: string }> {
      const { facebookUserId, issuedAt, confirmationCode: code } = request;
      const { id, connections } = await database.inTransaction(async (tx) => {
        await createPendingGrantsRepository(tx).forgetPerson(facebookUserId, issuedAt);
        const deletions = createMetaDeletionsRepository(tx);
        const begun: Step = { facebookUserId, accounts: [] };
        const taken = await deletions.takeDeletion(code, JSON.stringify(begun));
        const found = await createMetaRepository(tx).connectionsBy(facebookUserId, issuedAt);
        if (taken.isNew || found.length > 0) {
          const left = await forgetting.forgetPerson(tx, facebookUserId, found);
          await deletions.setStep(taken.id, left && JSON.stringify(left));
          const live = found.filter(({ is_ended: isEnded }) => !isEnded);
          await notices.add(tx, live.map(deletedNotice));
        }
        return { id: taken.id, connections: found };
      });
      // All of it for almost everybody; Meta does not wait for the others.
      await goOn(id, 1);
      tellTabs(connections);
      log.info({ connections: connections.length }, 'a person has asked for a deletion');
      return { url: `${publicUrl}${deletionPath(code)}`, code };
    },

    /** Goes on with the deletions, as far as what they wait for has ended; each by itself. */
    async finishDeletions(): Promise<void> {
      for (const id of await createMetaDeletionsRepository(database.db).open()) {
        await goOn(id, Infinity);
      }
    },
  };
}

/** The same as for any token that Instagram refuses: its owner is told once. */
const removedNotice = ({ id, workspace_id: workspaceId }: MadeConnection): Notice => ({
  workspaceId,
  postId: null,
  dedupeKey: `reconnect:${id}`,
  code: 'reconnect',
  message: appRemoved.cause,
  action: appRemoved.action,
});

const deletedNotice = ({ id, workspace_id: workspaceId }: MadeConnection): Notice => ({
  workspaceId,
  postId: null,
  dedupeKey: `instagram-removed:${id}`,
  code: 'instagram-removed',
  message:
    'Um pedido feito no Facebook excluiu da Pontual a conexão com o Instagram e o que recebemos de lá. Seus posts continuam na Pontual, e nada é publicado nessa conta até você reconectar. Conecte uma conta antes do horário dos agendados.',
  action: 'reconnect',
});
