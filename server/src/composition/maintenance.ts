import type { SendApprovalReminders } from '../planning/approvals/approval-reminders.jobs.ts';
import type { AuthEmails } from '../identity/sign-in/auth-emails.ts';
import type { BillingReconciliation } from '../billing/sync/reconciliation.ts';
import type { BillingRefunds } from '../billing/refunds/refunds.ts';
import type { BillingTrials } from '../billing/trials.ts';
import type { Clock } from '../platform/clock.ts';
import type { FirstComments } from '../planning/first-comments/first-comments.service.ts';
import type { Deletions } from '../privacy/deletion/create-deletion.ts';
import type { Insights } from '../instagram/insights/create-insights.ts';
import type { Log } from '../platform/log/log.ts';
import { startLoop, type Loop } from '../platform/loop.ts';
import type { MediaConversion } from '../media/conversion/conversion.ts';
import type { Notifications } from '../notifications/notifications.service.ts';
import type { Pauses } from '../planning/pause/pause.service.ts';
import type { WebhookDeliveries } from '../public-api/webhooks/webhook-sender.service.ts';
import type { ManualPostDetection } from '../planning/manual-publishing/manual-post-detection.jobs.ts';
import type { PushDeliveries } from '../notifications/push/create-push.ts';
import type { SeriesPostCreator } from '../planning/series/series.jobs.ts';
import type { WeeklySummaries } from '../notifications/weekly-summary/weekly-summary.service.ts';
import type { Status } from '../operations/status/create-status.ts';
import type { Support } from '../operations/support/support.service.ts';

const CLEANUP_MS = 60_000;
/** How often links are read of what was published. */
const PERMALINKS_INTERVAL_MS = 3000;
/** How often is looked for what devices are to be told. */
const PUSHES_INTERVAL_MS = 3000;
/** How often posts are looked for that have gone out and wait for their first comment. */
const COMMENTS_INTERVAL_MS = 3000;
/** How often is looked for pauses that have come to their end: until then nothing of theirs is lost. */
const PAUSES_INTERVAL_MS = 3000;
/** How often is looked for posts near their hour that nobody has approved. */
const APPROVALS_INTERVAL_MS = 60_000;
/** How often posts are looked for on their accounts that their owners publish by hand. */
const MANUAL_CHECK_INTERVAL_MS = 10_000;
/** How often is looked for posts that are to be made of series: days ahead of their hours. */
const SERIES_INTERVAL_MS = 30_000;
/** How often mails, conversions and deletions are looked for whose jobs were lost, or were given up. */
const RECOVERY_INTERVAL_MS = 600_000;
/** How often is looked for files of which nobody knows what they look like. */
const FINGERPRINTS_INTERVAL_MS = 5000;
/** How often media are looked through for those that nothing uses any more. */
const MEDIA_CLEANUP_INTERVAL_MS = 600_000;
/** How often authorisations are looked through for those that end soon. */
const TOKEN_REFRESH_INTERVAL_MS = 3_600_000;
/** How often summaries are looked for that were not sent, or whose hour is further away than this. */
const SUMMARIES_INTERVAL_MS = 600_000;

/** How often accounts are looked for of which something is to be read. */
const INSIGHTS_INTERVAL_MS = 120_000;
/** How often the card provider's portal is looked at: it is set up at the start. */
const PORTAL_CHECK_INTERVAL_MS = 86_400_000;

export interface MaintenanceDependencies {
  notifications: Notifications;
  authEmails: AuthEmails;
  weeklySummaries: WeeklySummaries;
  pushDeliveries: PushDeliveries;
  webhookDeliveries: WebhookDeliveries;
  support: Support;
  firstComments: FirstComments;
  pauses: Pick<Pauses, 'endDue'>;
  sendApprovalReminders: SendApprovalReminders;
  manualPostDetection: ManualPostDetection;
  createSeriesPosts: SeriesPostCreator;
  status: Pick<Status, 'pass' | 'stop'>;
  billingRefunds: BillingRefunds;
  billingReconciliation: BillingReconciliation;
  insights: Pick<Insights, 'enqueueDue'>;
  billingTrials: BillingTrials;
  preparePortal(): Promise<void>;
  readPermalinks(): Promise<void>;
  maintainAccounts(): Promise<void>;
  deleteExpired(): Promise<void>;
  collectMedia(): Promise<void>;
  /** Answers whether there may be more. */
  fingerprintNewMedia(): Promise<boolean>;
  conversion: Pick<MediaConversion, 'requeueStalled'>;
  deletions: Pick<Deletions, 'resumeStale'>;
  clock: Clock;
  log: Log;
}

/** What can wait, each by itself, so that none of it holds up what cannot. */
export function startMaintenance(deps: MaintenanceDependencies): Loop[] {
  const runEvery = (name: string, ms: number, work: () => Promise<void>) =>
    startLoop({ clock: deps.clock, log: deps.log, name }, async () => {
      await work();
      return ms;
    });
  return [
    runEvery('the cleaning', CLEANUP_MS, () => deps.deleteExpired()),
    runEvery('the permalinks', PERMALINKS_INTERVAL_MS, () => deps.readPermalinks()),
    runEvery('the first comments', COMMENTS_INTERVAL_MS, () => deps.firstComments.enqueueDue()),
    runEvery('the pushes', PUSHES_INTERVAL_MS, () => deps.pushDeliveries.enqueueNew('2 minutes')),
    runEvery('the webhooks', PUSHES_INTERVAL_MS, () =>
      deps.webhookDeliveries.enqueueNew('2 minutes'),
    ),
    runEvery('the pauses', PAUSES_INTERVAL_MS, () => deps.pauses.endDue()),
    runEvery('the approvals', APPROVALS_INTERVAL_MS, () => deps.sendApprovalReminders()),
    runEvery('the posts by hand', MANUAL_CHECK_INTERVAL_MS, () =>
      deps.manualPostDetection.detectManualPosts(),
    ),
    runEvery('the series', SERIES_INTERVAL_MS, () => deps.createSeriesPosts()),
    runEvery('the leftovers', RECOVERY_INTERVAL_MS, async () => {
      await deps.pushDeliveries.deliverOverdue();
      await deps.webhookDeliveries.deliverOverdue();
      await deps.notifications.deliverOverdue();
      await deps.firstComments.retryAfterReconnect();
      await deps.authEmails.deliverOverdue();
      await deps.support.deliverOverdue();
      await deps.conversion.requeueStalled();
      await deps.deletions.resumeStale();
      await deps.billingRefunds.completeOverdue();
      await deps.billingReconciliation.endExpiredGracePeriods();
      await deps.billingTrials.remindDue();
      await deps.billingReconciliation.enqueueDue();
    }),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the portal' }, async () => {
      try {
        await deps.preparePortal();
        return PORTAL_CHECK_INTERVAL_MS;
      } catch (error) {
        deps.log.error({ error }, 'the card provider’s portal is not set up');
        return RECOVERY_INTERVAL_MS;
      }
    }),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the fingerprints' }, async () =>
      (await deps.fingerprintNewMedia()) ? 0 : FINGERPRINTS_INTERVAL_MS,
    ),
    runEvery('the collection of media', MEDIA_CLEANUP_INTERVAL_MS, () => deps.collectMedia()),
    runEvery('the care for accounts', TOKEN_REFRESH_INTERVAL_MS, () => deps.maintainAccounts()),
    runEvery('the insights', INSIGHTS_INTERVAL_MS, () => deps.insights.enqueueDue()),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the status' }, () => deps.status.pass()),
    startLoop({ clock: deps.clock, log: deps.log, name: 'the summaries' }, async () =>
      Math.min(await deps.weeklySummaries.enqueueDue(), SUMMARIES_INTERVAL_MS),
    ),
  ];
}
