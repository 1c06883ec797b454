import type { AuthService } from '../identity/sign-in/auth.service.ts';
import type { Throttle } from '../platform/http/throttle.ts';
import type { Payments } from '../billing/payments/payments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { createDeletions } from '../privacy/deletion/create-deletion.ts';
import type { InstagramAccounts } from '../instagram/connection/accounts.ts';
import type { InstagramAuthorization } from '../instagram/connection/authorization.ts';
import { createDataExport } from '../privacy/export/export.service.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log/log.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Uploads } from '../media/uploads/uploads.ts';
import type { MarkerStore } from '../media/storage/marker-store.ts';
import type { MediaStorage } from '../media/storage/storage.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import type { Observe } from '../publishing/observe.ts';
import type { PublicationWriter } from '../publishing/store/publication-writer.ts';
import { createMemberServices } from './create-member-services.ts';
import { createIntegrations } from '../public-api/create-integrations.ts';
import { createPush } from '../notifications/push/create-push.ts';
import type { PushEnv } from '../notifications/push/keys.ts';
import { createUserEmails } from '../notifications/user-emails.ts';
import { createUserService } from '../identity/users/user.service.ts';
import { createEmailChangeService } from '../identity/users/email-change.service.ts';

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
  publicationWriter: PublicationWriter;
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
  const members = createMemberServices(shared);
  const integrations = createIntegrations({ ...deps, userEmails });
  return {
    identity: { users: createUserService(shared), emailChange, ...members },
    notifications: { userEmails, ...push },
    publicApi: integrations,
    privacy: { deletions, dataExport: createDataExport(deps) },
    async cleanUpUsers(): Promise<void> {
      await emailChange.forgetExpired();
      await deletions.forgetOld();
      await integrations.deleteOldIntegrationData();
      await members.cleanUpTeam();
    },
  };
}
