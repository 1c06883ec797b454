import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ResetWorkspaceAccess } from '../members/reset-workspace-access.ts';
import { createMembersRepository } from '../members/members.repository.ts';
import { lockWorkspace } from '../members/lock-workspace.ts';
import { createEmailVerificationRepository } from './email-verification.repository.ts';
import type { RemovedAccess } from './removed-access.presenter.ts';
import { endPendingAccess } from './pending-access.ts';

export type VerifyEmail = ReturnType<typeof createEmailVerification>;

/** The workspaces in which something was cleared out, and what it was. */
interface VerificationResult {
  workspaceIds: string[];
  removed: RemovedAccess;
}

/**
 * Registering proves no address, so a stranger may have prepared the account. The first proof of its
 * address removes all that they could have left in it; what was written in it stays (decision 029).
 */
export function createEmailVerification(deps: {
  resetWorkspaceAccess: ResetWorkspaceAccess;
  /** Ends a workspace's connections to Instagram; answers the names of the accounts. */
  disconnect(tx: Tx, workspaceId: string): Promise<string[]>;
}) {
  /**
   * The user's row must be held. Removes the password too: the way in that proves the address sets
   * its own. Undefined where the address was proven before, and nothing is removed.
   */
  return async (tx: Tx, userId: string): Promise<VerificationResult | undefined> => {
    const repository = createEmailVerificationRepository(tx);
    if (await repository.isVerified(userId)) return undefined;
    await repository.markVerified(userId);
    const workspaces = await repository.workspacesOf(userId);
    for (const { id } of workspaces) await lockWorkspace(tx, id);
    const removed: RemovedAccess = {
      people: 0,
      invitations: 0,
      webhooks: 0,
      approvalLinks: 0,
      teams: 0,
      tokens: await repository.revokeCredentials(userId),
      accounts: [],
    };
    await endPendingAccess(tx, userId);
    for (const { id, isOwn } of workspaces) {
      if (isOwn) {
        const counts = await deps.resetWorkspaceAccess(tx, id);
        removed.people += counts.people;
        removed.invitations += counts.invitations;
        removed.webhooks += counts.webhooks;
        removed.approvalLinks += counts.approvalLinks;
        removed.accounts.push(...(await deps.disconnect(tx, id)));
      } else {
        // Members came in by an invitation to their proven address; only a stranger's account did not.
        await createMembersRepository(tx).remove(id, userId);
        await recordAudit(tx, { workspaceId: id, kind: 'people.left', actorId: userId });
        removed.teams += 1;
      }
    }
    return { workspaceIds: workspaces.map(({ id }) => id), removed };
  };
}
