import * as z from 'zod';
import type { Tx } from '../../platform/database/database.ts';
import { deleteCounts } from '../insights/delete-counts.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ConnectionObserver } from '../connection/connection-observer.ts';
import { createMetaDeletionsRepository } from './deletions.repository.ts';
import { createMetaRepository, type FacebookConnection } from './meta.repository.ts';
import {
  createResidualDataRepository,
  stripSeries,
  BATCH_SIZE,
} from './residual-data.repository.ts';

/** What a deletion still has to do. */
const stepSchema = z.object({
  /** Who asked: a second request is not done before the first. */
  facebookUserId: z.string(),
  /** The accounts that were connected, where, and under which name. */
  accounts: z.array(
    z.object({ workspaceId: z.string(), igUserId: z.string(), username: z.string() }),
  ),
});
export type DeletionStep = z.infer<typeof stepSchema>;

/** Has these approved again: the account for which they were is forgotten, and they may go to another. */
export type ReopenApprovals = (
  tx: Tx,
  workspaceId: string,
  postIds: readonly string[],
) => Promise<void>;

const parseStep = (text: string): DeletionStep => stepSchema.parse(JSON.parse(text));

/** Forgetting a person of Meta's: what opens their account at once, what it left some at a time. */
export function createMetaDataDeletion(deps: {
  observer: Pick<ConnectionObserver, 'accountDisconnected'>;
  reopenApprovals: ReopenApprovals;
  jobs: Pick<Jobs, 'send'>;
}) {
  const { observer, reopenApprovals, jobs } = deps;

  /** Deletes the connections with their tokens; answers what is left to be done. */
  async function deletePersonData(
    tx: Tx,
    facebookUserId: string,
    connections: readonly FacebookConnection[],
  ): Promise<DeletionStep | null> {
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
    // An earlier request of theirs may not be done yet.
    for (const text of await createMetaDeletionsRepository(tx).listOpenSteps(facebookUserId)) {
      accounts.push(...parseStep(text).accounts);
    }
    return accounts.length === 0 ? null : { facebookUserId, accounts };
  }

  /**
   * Takes from some posts what Instagram gave for them. What may be going out at this moment ends
   * first; what was made for the account while another is connected waits for its owner's word. What was
   * approved for it is to be approved again.
   * @returns whether there is more that need not wait.
   */
  async function continueDeletion(tx: Tx, deletionId: string): Promise<boolean> {
    const deletions = createMetaDeletionsRepository(tx);
    const text = await deletions.lockStep(deletionId);
    if (text === undefined) return false;
    const residualData = createResidualDataRepository(tx);
    const { accounts } = parseStep(text);
    let isNamed = false;
    for (const account of accounts) {
      // What they gave us anew they want us to have.
      if (await residualData.isConnected(account)) continue;
      await stripSeries(tx, account);
      const stripped = await residualData.stripPosts(account);
      const approved = stripped.filter(({ is_approved: isApproved }) => isApproved);
      await reopenApprovals(
        tx,
        account.workspaceId,
        approved.map(({ id }) => id),
      );
      if (stripped.length === BATCH_SIZE) return true;
      if ((await deleteCounts(tx, account, BATCH_SIZE)) === BATCH_SIZE) return true;
      if ((await residualData.forgetName(account)) === BATCH_SIZE) return true;
      if (await residualData.isNamed(account)) isNamed = true;
    }
    if (isNamed) return false;
    await residualData.deleteAccounts(accounts.map(({ igUserId }) => igUserId));
    await deletions.setStep(deletionId, null);
    return false;
  }

  return { deletePersonData, continueDeletion };
}
