import type { UserEmails } from '../account/user-emails.ts';
import type { Payments } from '../billing/payments.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramAuthorization } from '../instagram/instagram.authorization.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MarkerStore } from '../media/storage/marker-store.ts';
import type { Uploads } from '../media/uploads.ts';
import type { WakeUps } from '../wake-ups.ts';
import type { Observe } from '../publishing/observe.ts';
import { stopPosts, stopQuiescentPosts } from '../publishing/stop-publishing.ts';
import { createBillingStep } from './deletion.billing.ts';
import { createErasureStep } from './deletion.erasure.ts';
import { findDeletionImpact } from './deletion.workspaces.ts';
import { createRequestDeletion, FIRST_STEP } from './deletion.request.ts';
import { createMetaRevocationStep } from './deletion.meta-revocation.ts';
import { createDeletionSaga, type DeletionStep } from './deletion.saga.ts';
import { createConfirmationEmailStep } from './deletion.confirmation-email.ts';

interface Dependencies {
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  payments: Payments;
  uploads: Uploads;
  /** Who is gone, out of reach of backups of the database. */
  deletedList: Pick<MarkerStore, 'add'>;
  mailer: Mailer;
  mail: Pick<UserEmails, 'enqueue'>;
  publicUrl: string;
  clock: Clock;
  observe: Observe;
  log: Log;
}

/** What is not known to be over is left to its end, for as long as it can have one. */
function createStopPostsStep({ database, clock }: Dependencies): DeletionStep {
  return {
    name: FIRST_STEP,
    async run({ workspace_id: workspaceId }) {
      if (workspaceId === null) return undefined;
      await stopPosts(database.db, workspaceId);
      const until = await stopQuiescentPosts(database.db, workspaceId);
      return until && Math.max(1000, until.getTime() - clock.now().getTime());
    },
  };
}

export type Deletions = ReturnType<typeof createDeletions>;

/** The deletion of an account (docs/decisions/032). What is kept of a person is gone with `erase`. */
export function createDeletions(deps: Dependencies) {
  const steps = [
    createStopPostsStep(deps),
    createBillingStep(deps),
    createMetaRevocationStep(deps),
    createErasureStep(deps),
    createConfirmationEmailStep(deps),
  ];
  return {
    request: createRequestDeletion(deps),
    /** What would end with it. */
    impact: (userId: string) => findDeletionImpact(deps.database.db, userId),
    ...createDeletionSaga({ ...deps, steps }),
  };
}
