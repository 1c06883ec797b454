import type { RemindAwaiting } from '../approvals/approvals.reminding.ts';
import type { AccountMails } from '../auth/account-mails.ts';
import type { BillingReconciliation } from '../billing/billing.reconciliation.ts';
import type { BillingRefunds } from '../billing/billing.refunds.ts';
import type { BillingTrials } from '../billing/billing.trials.ts';
import type { Clock } from '../clock.ts';
import type { FirstComments } from '../comments/create-first-comments.ts';
import type { Deletions } from '../deletion/create-deletion.ts';
import type { Insights } from '../insights/create-insights.ts';
import type { Log } from '../log.ts';
import { startLoop, type Loop } from '../loop.ts';
import type { MediaConversion } from '../media/media.conversion.ts';
import type { Notices } from '../notices/notices.ts';
import type { Pauses } from '../pause/pause.service.ts';
import type { WebhookDeliveries } from '../programs/webhooks.delivery.ts';
import type { SightingPasses } from '../plan-b/plan-b.pass.ts';
import type { Pushes } from '../push/create-push.ts';
import type { SeriesSweep } from '../series/series.sweep.ts';
import type { WeeklySummaries } from '../notices/weekly.ts';
import type { Status } from '../status/create-status.ts';
import type { Support } from '../support/support.service.ts';

const CLEANING_MS = 60_000;
/** How often links are read of what was published. */
const PERMALINKS_MS = 3000;
/** How often is looked for what devices are to be told. */
const PUSHES_MS = 3000;
/** How often posts are looked for that have gone out and wait for their first comment. */
const COMMENTS_MS = 3000;
/** How often is looked for pauses that have come to their end: until then nothing of theirs is lost. */
const PAUSES_MS = 3000;
/** How often is looked for posts near their hour that nobody has approved. */
const APPROVALS_MS = 60_000;
/** How often posts are looked for on their accounts that their owners publish by hand. */
const BY_HAND_MS = 10_000;
/** How often is looked for posts that are to be made of series: days ahead of their hours. */
const SERIES_MS = 30_000;
/** How often mails, conversions and deletions are looked for whose jobs were lost, or were given up. */
const LEFTOVERS_MS = 600_000;
/** How often is looked for files of which nobody knows what they look like. */
const FINGERPRINTS_MS = 5000;
/** How often media are looked through for those that nothing uses any more. */
const COLLECTION_MS = 600_000;
/** How often authorisations are looked through for those that end soon. */
const CARE_MS = 3_600_000;
/** How often summaries are looked for that were not sent, or whose hour is further away than this. */
const SUMMARIES_MS = 600_000;

/** How often accounts are looked for of which something is to be read. */
const INSIGHTS_MS = 120_000;
/** How often the card provider's portal is looked at: it is set up at the start. */
const PORTAL_MS = 86_400_000;

export interface UpkeepDependencies {
  notices: Notices;
  accountMails: AccountMails;
  summaries: WeeklySummaries;
  pushes: Pushes;
  webhookDeliveries: WebhookDeliveries;
  support: Support;
  firstComments: FirstComments;
  pauses: Pick<Pauses, 'endDue'>;
  remindAwaiting: RemindAwaiting;
  sightings: SightingPasses;
  makeSeriesAhead: SeriesSweep;
  status: Pick<Status, 'pass' | 'stop'>;
  billingRefunds: BillingRefunds;
  billingReconciliation: BillingReconciliation;
  insights: Pick<Insights, 'askForDue'>;
  billingTrials: BillingTrials;
  preparePortal(): Promise<void>;
  readPermalinks(): Promise<void>;
  careForAccounts(): Promise<void>;
  forgetExpired(): Promise<void>;
  collectMedia(): Promise<void>;
  /** Answers whether there may be more. */
  fingerprintNew(): Promise<boolean>;
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
    every('the first comments', COMMENTS_MS, () => deps.firstComments.askForDue()),
    every('the pushes', PUSHES_MS, () => deps.pushes.tellNews('2 minutes')),
    every('the webhooks', PUSHES_MS, () => deps.webhookDeliveries.tellNews('2 minutes')),
    every('the pauses', PAUSES_MS, () => deps.pauses.endDue()),
    every('the approvals', APPROVALS_MS, () => deps.remindAwaiting()),
    every('the posts by hand', BY_HAND_MS, () => deps.sightings.lookForSought()),
    every('the series', SERIES_MS, () => deps.makeSeriesAhead()),
    every('the leftovers', LEFTOVERS_MS, async () => {
      await deps.pushes.deliverOverdue();
      await deps.webhookDeliveries.deliverOverdue();
      await deps.notices.deliverOverdue();
      await deps.firstComments.reviveReconnected();
      await deps.accountMails.deliverOverdue();
      await deps.support.deliverOverdue();
      await deps.conversion.takeUpSilent();
      await deps.deletions.takeUpSilent();
      await deps.billingRefunds.finishOverdue();
      await deps.billingReconciliation.endGraces();
      await deps.billingTrials.tellDue();
      await deps.billingReconciliation.askForDue();
    }),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the portal' }, async () => {
      try {
        await deps.preparePortal();
        return PORTAL_MS;
      } catch (error) {
        deps.log.error({ error }, 'the card provider’s portal is not set up');
        return LEFTOVERS_MS;
      }
    }),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the fingerprints' }, async () =>
      (await deps.fingerprintNew()) ? 0 : FINGERPRINTS_MS,
    ),
    every('the collection of media', COLLECTION_MS, () => deps.collectMedia()),
    every('the care for accounts', CARE_MS, () => deps.careForAccounts()),
    every('the insights', INSIGHTS_MS, () => deps.insights.askForDue()),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the status' }, () => deps.status.pass()),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the summaries' }, async () =>
      Math.min(await deps.summaries.askForDue(), SUMMARIES_MS),
    ),
  ];
}
