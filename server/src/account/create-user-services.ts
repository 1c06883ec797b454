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
import type { MarkerStore } from '../media/storage/marker-store.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import type { WakeUps } from '../wake-ups.ts';
import type { Observe } from '../publishing/observe.ts';
import { createMemberServices } from '../people/create-member-services.ts';
import { createIntegrations } from '../programs/create-integrations.ts';
import { createPush } from '../push/create-push.ts';
import type { PushEnv } from '../push/push.keys.ts';
import { createUserEmails } from './user-emails.ts';
import { createUserService } from './user.service.ts';
import { createEmailChangeService } from './email-change.service.ts';

/** What users see, change and take along of their accounts, the mails about it, and their end. */
export function createUserServices(deps: {
  env: PushEnv;
  database: Database;
  jobs: Jobs;
  mailer: Mailer;
  wakeUps: WakeUps;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  payments: Payments;
  uploads: Uploads;
  observe: Observe;
  storage: MediaStorage;
  deletedList: Pick<MarkerStore, 'add'>;
  keyRing: KeyRing;
  auth: Pick<AuthService, 'userById'>;
  throttle: Throttle;
  publicUrl: string;
  clock: Clock;
  log: Log;
}) {
  const userEmails = createUserEmails(deps);
  const shared = { ...deps, mail: userEmails };
  const emailChange = createEmailChangeService(shared);
  const deletions = createDeletions(shared);
  const push = createPush(deps);
  const people = createMemberServices(shared);
  const programs = createIntegrations({ ...deps, userEmails });
  return {
    userEmails,
    account: createUserService(shared),
    emailChange,
    deletions,
    ...push,
    ...programs,
    ...people,
    async cleanUpUsers(): Promise<void> {
      await emailChange.forgetExpired();
      await deletions.forgetOld();
      await push.pushDeliveries.deleteOld();
      await programs.deleteOldIntegrationData();
      await people.cleanUpTeam();
    },
    dataExport: createDataExport(deps),
  };
}
