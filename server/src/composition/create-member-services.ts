import { createApprovalsRepository } from '../planning/approvals/approvals.repository.ts';
import { createWebhooksRepository } from '../public-api/webhooks/webhooks.repository.ts';
import {
  createResetWorkspaceAccess,
  type OutsideAccess,
} from '../identity/members/reset-workspace-access.ts';
import type { AuthService } from '../identity/sign-in/auth.service.ts';
import type { Throttle } from '../platform/http/throttle.ts';
import type { Database } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import { createInvitationResponses } from '../identity/members/invitation-responses.service.ts';
import { createInvitations } from '../identity/members/invitations.service.ts';
import { createMembers } from '../identity/members/members.service.ts';
import { createTeamService } from '../identity/members/team.service.ts';

const outsideAccess: OutsideAccess = {
  removeWebhooks: (tx, workspaceId) => createWebhooksRepository(tx).removeAll(workspaceId),
  renewApprovalLinks: (tx, workspaceId) => createApprovalsRepository(tx).renewLinks(workspaceId),
};

export function createMemberServices(deps: {
  database: Database;
  jobs: Jobs;
  auth: Pick<AuthService, 'userById'>;
  mailer: Mailer;
  wakeUps: WakeUps;
  publicUrl: string;
  throttle: Throttle;
  log: Log;
}) {
  const shared = { ...deps, userById: deps.auth.userById };
  const team = createTeamService(shared);
  const invitations = createInvitations(shared);
  return {
    team,
    members: createMembers(shared),
    invitations,
    invitationResponses: createInvitationResponses(shared),
    resetWorkspaceAccess: createResetWorkspaceAccess({ outsideAccess }),
    async cleanUpTeam(): Promise<void> {
      await team.forgetOld();
      await invitations.forgetOld();
    },
  };
}
