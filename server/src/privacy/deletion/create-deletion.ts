import type { Payments } from '../../billing/payments/payments.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { InstagramAccounts } from '../../instagram/connection/accounts.ts';
import type { InstagramAuthorization } from '../../instagram/connection/authorization.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MarkerStore } from '../../media/storage/marker-store.ts';
import type { Uploads } from '../../media/uploads/uploads.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import type { Observe } from '../../publishing/observe.ts';
import type { PublicationWriter } from '../../publishing/store/publication-writer.ts';
import { stopPosts } from '../../publishing/changes/stop-publishing.ts';
import { createBillingStep } from './billing.ts';
import { createErasureStep } from './erasure.ts';
import { findDeletionImpact } from './workspaces.repository.ts';
import { createRequestDeletion, FIRST_STEP } from './request.ts';
import { createMetaRevocationStep } from './meta-revocation.ts';
import { createDeletionSaga, type DeletionStep } from './saga.ts';
import { createConfirmationEmailStep } from './confirmation-email.ts';

interface Dependencies {
  database: Database;
  jobs: Jobs;
  wakeUps: WakeUps;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  payments: Payments;
  uploads: Uploads;
  /** Outside the database, so that a restored backup does not bring deleted users back. */
  deletedList: Pick<MarkerStore, 'add'>;
  clock: Clock;
  observe: Observe;
  publicationWriter: PublicationWriter;
  log: Log;
}

/** Publish calls with an unknown outcome may finish for as long as they can. */
function createStopPostsStep({
  database,
  publicationWriter,
  clock,
}: {
  database: Database;
  publicationWriter: PublicationWriter;
  clock: Clock;
}): DeletionStep {
  return {
    name: FIRST_STEP,
    async run({ workspace_id: workspaceId }) {
      if (workspaceId === null) return undefined;
      const until = await stopPosts(database, publicationWriter, workspaceId);
      return until && Math.max(1000, until.getTime() - clock.now().getTime());
    },
  };
}

export type Deletions = ReturnType<typeof createDeletions>;

/**
 * After `erase` no personal data remains but the address for the confirmation, and emails to others that are
 * still waiting for the mail server (decision 020).
 */
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
    impact: (userId: string) => findDeletionImpact(deps.database.db, userId),
    ...createDeletionSaga({ ...deps, steps }),
  };
}
