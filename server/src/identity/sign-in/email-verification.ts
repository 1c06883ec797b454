import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ResetWorkspaceAccess } from '../members/reset-workspace-access.ts';
import { createMembersRepository } from '../members/members.repository.ts';
import { lockWorkspace } from '../members/lock-workspace.ts';
import { createEmailVerificationRepository } from './email-verification.repository.ts';
import type { RemovedAccess } from '../../notifications/removed-access.presenter.ts';
import { endPendingAccess } from './pending-access.repository.ts';

export type VerifyEmail = ReturnType<typeof createEmailVerification>;

interface VerificationResult {
  workspaceIds: string[];
  removed: RemovedAccess;
}

/**
 * An attacker may have prepared the account, as registration does not verify an address. The first
 * verification removes all access that the attacker could have left; the content stays (decision 018).
 */
export function createEmailVerification(deps: {
  resetWorkspaceAccess: ResetWorkspaceAccess;
  /** Returns the names of the accounts. */
  disconnect(tx: Tx, workspaceId: string): Promise<string[]>;
}) {
  /**
   * The caller has locked the user and stores a new password or identity: the password is removed, too.
   * Returns undefined and removes nothing when the address was verified before.
   */
  return async (tx: Tx, userId: string): Promise<VerificationResult | undefined> => {
    const repository = createEmailVerificationRepository(tx);
    if (await repository.isVerified(userId)) return undefined;
    await repository.markVerified(userId);
    const workspaces = await repository.workspacesOf(userId);
    for (const { id } of workspaces) await lockWorkspace(tx, id);
    const removed: RemovedAccess = {
      members: 0,
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
        removed.members += counts.members;
        removed.invitations += counts.invitations;
        removed.webhooks += counts.webhooks;
        removed.approvalLinks += counts.approvalLinks;
        removed.accounts.push(...(await deps.disconnect(tx, id)));
      } else {
        // An invitation verifies a member's address; an unverified one was changed, perhaps by an attacker.
        await createMembersRepository(tx).remove(id, userId);
        await recordAudit(tx, { workspaceId: id, kind: 'members.left', actorId: userId });
        removed.teams += 1;
      }
    }
    return { workspaceIds: workspaces.map(({ id }) => id), removed };
  };
}
