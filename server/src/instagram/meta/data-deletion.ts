import * as z from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { deleteCounts } from '../insights/delete-counts.repository.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ConnectionObserver } from '../connection/connection-observer.ts';
import type { Authorizer } from '../connection/instagram.repository.ts';
import { logins } from '../graph/logins.ts';
import { createMetaDeletionsRepository } from './deletions.repository.ts';
import { createMetaRepository, type PersonConnection } from './meta.repository.ts';
import {
  createResidualDataRepository,
  stripSeries,
  ACCOUNT_BATCH_SIZE,
} from './residual-data.repository.ts';

const stepSchema = z.object({
  /** Who requested the deletion, by the id of a login: a second request does not finish before the first. */
  login: z.enum(logins),
  authorizerId: z.string(),
  accounts: z.array(
    z.object({ workspaceId: z.string(), igUserId: z.string(), username: z.string() }),
  ),
});
export type MetaDeletionStep = z.infer<typeof stepSchema>;

/** The account of these posts is deleted, and they may be published on another one. */
export type ReopenApprovals = (
  tx: Tx,
  workspaceId: string,
  postIds: readonly string[],
) => Promise<void>;

const parseStep = (text: string): MetaDeletionStep => stepSchema.parse(JSON.parse(text));

export function createMetaDataDeletion(deps: {
  observer: Pick<ConnectionObserver, 'accountDisconnected'>;
  reopenApprovals: ReopenApprovals;
  jobs: Pick<Jobs, 'send'>;
}) {
  const { observer, reopenApprovals, jobs } = deps;

  async function deletePersonData(
    tx: Tx,
    { login, authorizerId }: Authorizer,
    connections: readonly PersonConnection[],
  ): Promise<MetaDeletionStep | null> {
    const live = connections.filter(({ is_ended: isEnded }) => !isEnded);
    for (const { workspace_id: workspaceId, ig_user_id: igUserId } of live) {
      await observer.accountDisconnected(tx, workspaceId, igUserId);
    }
    await createMetaRepository(tx).deleteConnections(connections.map(({ id }) => id));
    const accounts = connections.map((connection) => ({
      workspaceId: connection.workspace_id,
      igUserId: connection.ig_user_id,
      username: connection.username,
    }));
    const residualData = createResidualDataRepository(tx);
    for (const account of accounts) {
      const reconcilingPosts = await residualData.expediteReconciling(account);
      const group = account.workspaceId;
      await jobs.send(
        tx,
        'post-advance',
        reconcilingPosts.map((postId) => ({ data: { postId }, group })),
      );
    }
    // An earlier request of the same user may still be open.
    for (const text of await createMetaDeletionsRepository(tx).listOpenSteps({
      login,
      authorizerId,
    })) {
      accounts.push(...parseStep(text).accounts);
    }
    return accounts.length === 0 ? null : { login, authorizerId, accounts };
  }

  /**
   * A post with an unknown outcome is reconciled first.
   * @returns whether another batch can run at once
   */
  async function continueDeletion(tx: Tx, deletionId: string): Promise<boolean> {
    const deletions = createMetaDeletionsRepository(tx);
    const text = await deletions.lockStep(deletionId);
    if (text === undefined) return false;
    const residualData = createResidualDataRepository(tx);
    const { accounts } = parseStep(text);
    let isNamed = false;
    for (const account of accounts) {
      // The user has connected the account again, so its new data stays.
      if (await residualData.isConnected(account)) continue;
      await stripSeries(tx, account);
      const stripped = await residualData.stripPosts(account);
      const approved = stripped.filter(({ is_approved: isApproved }) => isApproved);
      await reopenApprovals(
        tx,
        account.workspaceId,
        approved.map(({ id }) => id),
      );
      if (stripped.length === ACCOUNT_BATCH_SIZE) return true;
      if ((await deleteCounts(tx, account, ACCOUNT_BATCH_SIZE)) === ACCOUNT_BATCH_SIZE) return true;
      if ((await residualData.forgetName(account)) === ACCOUNT_BATCH_SIZE) return true;
      if (await residualData.isNamed(account)) isNamed = true;
    }
    if (isNamed) return false;
    await residualData.deleteAccounts(accounts.map(({ igUserId }) => igUserId));
    await deletions.setStep(deletionId, null);
    return false;
  }

  return { deletePersonData, continueDeletion };
}
