import type { AccountNews } from '../account/account-news.ts';
import type { Payments } from '../billing/payments.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { InstagramAccounts } from '../instagram/instagram.accounts.ts';
import type { InstagramAuthorization } from '../instagram/instagram.authorization.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Marks } from '../media/storage/marks.ts';
import type { Uploads } from '../media/uploads.ts';
import type { Nudges } from '../nudges.ts';
import type { Observe } from '../publishing/observe.ts';
import { stopPosts, stopPublished } from '../publishing/stopping.ts';
import { createEndingBilling } from './deletion.billing.ts';
import { createErasing } from './deletion.erasing.ts';
import { lossesOf } from './deletion.leaving.ts';
import { createAskDeletion, FIRST_STEP } from './deletion.request.ts';
import { createRevoking } from './deletion.revoking.ts';
import { createDeletionSaga, type DeletionStep } from './deletion.saga.ts';
import { createTelling } from './deletion.telling.ts';

interface Dependencies {
  database: Database;
  jobs: Jobs;
  nudges: Nudges;
  accounts: InstagramAccounts;
  authorization: InstagramAuthorization;
  payments: Payments;
  uploads: Uploads;
  /** Who is gone, out of reach of backups of the database. */
  deletedList: Pick<Marks, 'leave'>;
  mailer: Mailer;
  mail: Pick<AccountNews, 'tell'>;
  publicUrl: string;
  clock: Clock;
  observe: Observe;
  log: Log;
}

/** What is not known to be over is left to its end, for as long as it can have one. */
function createStopping({ database, clock }: Dependencies): DeletionStep {
  return {
    name: FIRST_STEP,
    async run({ workspace_id: workspaceId }) {
      if (workspaceId === null) return undefined;
      await stopPosts(database.db, workspaceId);
      const until = await stopPublished(database.db, workspaceId);
      return until && Math.max(1000, until.getTime() - clock.now().getTime());
    },
  };
}

export type Deletions = ReturnType<typeof createDeletions>;

/** The deletion of an account (docs/decisions/032). What is kept of a person is gone with `erase`. */
export function createDeletions(deps: Dependencies) {
  const steps = [
    createStopping(deps),
    createEndingBilling(deps),
    createRevoking(deps),
    createErasing(deps),
    createTelling(deps),
  ];
  return {
    ask: createAskDeletion(deps),
    /** What would end with it. */
    losses: (userId: string) => lossesOf(deps.database.db, userId),
    ...createDeletionSaga({ ...deps, steps }),
  };
}
