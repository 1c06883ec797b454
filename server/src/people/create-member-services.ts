import type { UserEmails } from '../account/user-emails.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { Throttle } from '../auth/throttle.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { WakeUps } from '../wake-ups.ts';
import { createResetWorkspaceAccess } from './reset-workspace-access.ts';
import { createInvitationResponses } from './invitation-responses.service.ts';
import { createInvitations } from './invitations.service.ts';
import { createMembers } from './members.service.ts';
import { createTeamService } from './team.service.ts';

/** Who works with whom. */
export function createMemberServices(deps: {
  database: Database;
  jobs: Jobs;
  auth: Pick<AuthService, 'userById'>;
  mail: UserEmails;
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
    resetWorkspaceAccess: createResetWorkspaceAccess(deps),
    async cleanUpTeam(): Promise<void> {
      await team.forgetOld();
      await invitations.forgetOld();
    },
  };
}
