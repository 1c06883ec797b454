import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Tx } from '../../platform/database/database.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { createMembersRepository } from './members.repository.ts';
import { endMembership } from './end-membership.ts';

export type ResetWorkspaceAccess = ReturnType<typeof createResetWorkspaceAccess>;

/** Other modules grant it to callers outside a workspace. */
export interface OutsideAccess {
  /** Returns their URLs. */
  removeWebhooks(tx: Tx, workspaceId: string): Promise<readonly string[]>;
  /** Returns how many links were still valid. */
  renewApprovalLinks(tx: Tx, workspaceId: string): Promise<number>;
}

/** Only the owner keeps access: members, invitations, links and webhooks may belong to an attacker. */
export function createResetWorkspaceAccess({ outsideAccess }: { outsideAccess: OutsideAccess }) {
  return async (tx: Tx, workspaceId: string) => {
    // Waits for transactions that add a member or a webhook, so that their rows are found.
    await lockWorkspace(tx, workspaceId);
    const allMembers = await createMembersRepository(tx).list(workspaceId);
    const members = allMembers.filter(({ role }) => role !== 'owner');
    for (const { id } of members) await endMembership(tx, workspaceId, id);
    const invitations = await createInvitationsRepository(tx).revokeAll(workspaceId);
    for (const email of invitations) {
      await recordAudit(tx, { workspaceId, kind: 'members.invitation_revoked', detail: { email } });
    }
    const webhooks = await outsideAccess.removeWebhooks(tx, workspaceId);
    for (const url of webhooks) {
      const detail = { host: new URL(url).host };
      await recordAudit(tx, { workspaceId, kind: 'webhook.removed', detail });
    }
    return {
      members: members.length,
      invitations: invitations.length,
      webhooks: webhooks.length,
      approvalLinks: await outsideAccess.renewApprovalLinks(tx, workspaceId),
    };
  };
}
