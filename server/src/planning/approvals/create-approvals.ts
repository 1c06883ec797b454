import type { KeyRing } from '../../platform/key-ring.ts';
import { createApprovalLinks } from './approval-links.ts';
import { createApprovalsByLink } from './approval-links.service.ts';
import { createApprovalRules } from './approval-rules.service.ts';
import { createApprovalReminders } from './approval-reminders.jobs.ts';
import { createApprovals } from './approvals.service.ts';

export function createApprovalServices(
  deps: Omit<Parameters<typeof createApprovalsByLink>[0], 'approvalLinks'> &
    Parameters<typeof createApprovalReminders>[0] & { keyRing: KeyRing; publicUrl: string },
) {
  const approvalLinks = createApprovalLinks(deps);
  return {
    approvals: createApprovals({ ...deps, approvalLinks }),
    approvalsByLink: createApprovalsByLink({ ...deps, approvalLinks }),
    approvalRules: createApprovalRules(deps),
    sendApprovalReminders: createApprovalReminders(deps),
  };
}
