import type { AccountNews } from '../account/account-news.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { Throttle } from '../auth/throttle.ts';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Nudges } from '../nudges.ts';
import { createClearingOut } from './clearing-out.ts';
import { createAnswers } from './invitations.answers.ts';
import { createInvitations } from './invitations.service.ts';
import { createMembers } from './members.service.ts';
import { createPeople } from './people.service.ts';

/** Who works with whom. */
export function createPeopleServices(deps: {
  database: Database;
  jobs: Jobs;
  auth: Pick<AuthService, 'userById'>;
  mail: AccountNews;
  mailer: Mailer;
  nudges: Nudges;
  publicUrl: string;
  throttle: Throttle;
  log: Log;
}) {
  const shared = { ...deps, userById: deps.auth.userById };
  const people = createPeople(shared);
  const invitations = createInvitations(shared);
  return {
    people,
    members: createMembers(shared),
    invitations,
    answers: createAnswers(shared),
    clearOut: createClearingOut(deps),
    async forgetOfPeople(): Promise<void> {
      await people.forgetOld();
      await invitations.forgetOld();
    },
  };
}
