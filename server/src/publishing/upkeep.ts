import type { AccountMails } from '../auth/account-mails.ts';
import type { BillingReconciliation } from '../billing/billing.reconciliation.ts';
import type { BillingRefunds } from '../billing/billing.refunds.ts';
import type { Clock } from '../clock.ts';
import type { Deletions } from '../deletion/create-deletion.ts';
import type { Log } from '../log.ts';
import { startLoop, type Loop } from '../loop.ts';
import type { MediaConversion } from '../media/media.conversion.ts';
import type { Notices } from '../notices/notices.ts';
import type { WeeklySummaries } from '../notices/weekly.ts';

const CLEANING_MS = 60_000;
/** How often links are read of what was published. */
const PERMALINKS_MS = 3000;
/** How often mails, conversions and deletions are looked for whose jobs were lost, or were given up. */
const LEFTOVERS_MS = 600_000;
/** How often media are looked through for those that nothing uses any more. */
const COLLECTION_MS = 600_000;
/** How often authorisations are looked through for those that end soon. */
const CARE_MS = 3_600_000;
/** How often summaries are looked for that were not sent, or whose hour is further away than this. */
const SUMMARIES_MS = 600_000;

export interface UpkeepDependencies {
  notices: Notices;
  accountMails: AccountMails;
  summaries: WeeklySummaries;
  billingRefunds: BillingRefunds;
  billingReconciliation: BillingReconciliation;
  readPermalinks(): Promise<void>;
  careForAccounts(): Promise<void>;
  forgetExpired(): Promise<void>;
  collectMedia(): Promise<void>;
  conversion: Pick<MediaConversion, 'takeUpSilent'>;
  deletions: Pick<Deletions, 'takeUpSilent'>;
  clock: Clock;
  log: Log;
}

/** What can wait, each by itself, so that none of it holds up what cannot. */
export function startUpkeep(deps: UpkeepDependencies): Loop[] {
  const every = (name: string, ms: number, work: () => Promise<void>) =>
    startLoop({ clock: deps.clock, log: deps.log, name }, async () => {
      await work();
      return ms;
    });
  return [
    every('the cleaning', CLEANING_MS, () => deps.forgetExpired()),
    every('the permalinks', PERMALINKS_MS, () => deps.readPermalinks()),
    every('the leftovers', LEFTOVERS_MS, async () => {
      await deps.notices.deliverOverdue();
      await deps.accountMails.deliverOverdue();
      await deps.conversion.takeUpSilent();
      await deps.deletions.takeUpSilent();
      await deps.billingRefunds.finishOverdue();
      await deps.billingReconciliation.askForDue();
    }),
    every('the collection of media', COLLECTION_MS, () => deps.collectMedia()),
    every('the care for accounts', CARE_MS, () => deps.careForAccounts()),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the summaries' }, async () =>
      Math.min(await deps.summaries.askForDue(), SUMMARIES_MS),
    ),
  ];
}
