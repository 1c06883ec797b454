import type { ApprovalRules } from '@pontual/contract/planning/approvals.ts';
import { requirePlan } from '../../billing/require-plan.ts';
import { lockWorkspace } from '../../identity/members/lock-workspace.ts';
import { recordAudit } from '../../platform/audit/audit.service.ts';
import type { Member } from '../../platform/http/authentication.ts';
import { sendWakeUps, type ChangeDependencies } from '../../posts/editing/change.ts';
import { demandApprovals } from './approval-rule.ts';
import { createApprovalsRepository } from './approvals.repository.ts';

export type ApprovalRulesService = ReturnType<typeof createApprovalRules>;

export function createApprovalRules(
  deps: Pick<ChangeDependencies, 'database' | 'wakeUps' | 'ownerChanges'>,
) {
  const { database, wakeUps, ownerChanges } = deps;

  async function read({ workspaceId }: Member): Promise<ApprovalRules> {
    const approvals = createApprovalsRepository(database.db);
    return { otherApprover: await approvals.needsOtherApprover(workspaceId) };
  }

  return {
    read,

    /** Posts that wait for an approval go on waiting when the rule ends. @throws AppError PLAN_REQUIRED */
    async set(member: Member, { otherApprover }: ApprovalRules): Promise<ApprovalRules> {
      const { workspaceId } = member;
      await database.inTransaction(async (tx) => {
        await lockWorkspace(tx, workspaceId);
        const approvals = createApprovalsRepository(tx);
        if ((await approvals.needsOtherApprover(workspaceId)) === otherApprover) return;
        if (otherApprover) await requirePlan(tx, workspaceId, 'approvals');
        await approvals.writeRule(workspaceId, otherApprover);
        if (otherApprover) await demandApprovals(tx, ownerChanges, workspaceId);
        const kind = otherApprover ? 'approvals.demanded' : 'approvals.optional';
        await recordAudit(tx, { workspaceId, kind });
      });
      sendWakeUps(wakeUps, workspaceId);
      return read(member);
    },
  };
}
