import type { AuthService } from '../auth/auth.service.ts';
import type { Throttle } from '../auth/throttle.ts';
import type { Payments } from '../billing/payments.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createDeletions } from '../deletion/create-deletion.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramAuthorization } from '../instagram/instagram.authorization.ts';
import { createDataExport } from '../export/export.service.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { KeyRing } from '../key-ring.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Uploads } from '../media/uploads.ts';
import type { Marks } from '../media/storage/marks.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import type { Nudges } from '../nudges.ts';
import type { Observe } from '../publishing/observe.ts';
import { createPeopleServices } from '../people/create-people.ts';
import { createPrograms } from '../programs/create-programs.ts';
import { createPush } from '../push/create-push.ts';
import type { PushEnv } from '../push/push.keys.ts';
import { createAccountNews } from './account-news.ts';
import { createAccountService } from './account.service.ts';
import { createEmailChange } from './email-change.ts';

/** What users see, change and take along of their accounts, the mails about it, and their end. */
export function createAccount(deps: {
  env: PushEnv;
  database: Database;
  jobs: Jobs;
  mailer: Mailer;
  nudges: Nudges;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  payments: Payments;
  uploads: Uploads;
  observe: Observe;
  storage: MediaStorage;
  deletedList: Pick<Marks, 'leave'>;
  keyRing: KeyRing;
  auth: Pick<AuthService, 'userById'>;
  throttle: Throttle;
  publicUrl: string;
  clock: Clock;
  log: Log;
}) {
  const accountNews = createAccountNews(deps);
  const shared = { ...deps, mail: accountNews };
  const emailChange = createEmailChange(shared);
  const deletions = createDeletions(shared);
  const push = createPush(deps);
  const people = createPeopleServices(shared);
  const programs = createPrograms({ ...deps, accountNews });
  return {
    accountNews,
    account: createAccountService(shared),
    emailChange,
    deletions,
    ...push,
    ...programs,
    ...people,
    async forgetOfAccounts(): Promise<void> {
      await emailChange.forgetExpired();
      await deletions.forgetOld();
      await push.pushes.forgetOld();
      await programs.forgetOfPrograms();
      await people.forgetOfPeople();
    },
    dataExport: createDataExport(deps),
  };
}
