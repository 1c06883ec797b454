import type { Services } from './services.ts';
import { startLoop, type Loop } from '../platform/loop.ts';

const CLEANUP_MS = 60_000;
const PERMALINKS_INTERVAL_MS = 3000;
const PUSHES_INTERVAL_MS = 3000;
const COMMENTS_INTERVAL_MS = 3000;
/** A pause loses nothing until its end is processed. */
const PAUSES_INTERVAL_MS = 3000;
const APPROVALS_INTERVAL_MS = 60_000;
const MANUAL_CHECK_INTERVAL_MS = 10_000;
/** Posts of series are created days before they are due. */
const SERIES_INTERVAL_MS = 30_000;
const RECOVERY_INTERVAL_MS = 600_000;
const FINGERPRINTS_INTERVAL_MS = 5000;
const MEDIA_CLEANUP_INTERVAL_MS = 600_000;
const TOKEN_REFRESH_INTERVAL_MS = 3_600_000;
/** A summary that is due sooner is enqueued sooner. */
const SUMMARIES_INTERVAL_MS = 600_000;

const INSIGHTS_INTERVAL_MS = 120_000;
const PORTAL_CHECK_INTERVAL_MS = 86_400_000;

/** Each task has its own loop, so that none delays another or the dispatcher. */
export function startMaintenance(services: Services): Loop[] {
  const runEvery = (name: string, ms: number, work: () => Promise<void>) =>
    startLoop({ clock: services.platform.clock, log: services.platform.log, name }, async () => {
      await work();
      return ms;
    });
  return [
    runEvery('cleanup', CLEANUP_MS, () => services.deleteExpired()),
    runEvery('permalinks', PERMALINKS_INTERVAL_MS, () => services.publishing.readPermalinks()),
    runEvery('first comments', COMMENTS_INTERVAL_MS, () =>
      services.planning.firstComments.enqueueDue(),
    ),
    runEvery('push', PUSHES_INTERVAL_MS, () => services.notifications.enqueuePushes('2 minutes')),
    runEvery('webhooks', PUSHES_INTERVAL_MS, () =>
      services.publicApi.enqueueDeliveries('2 minutes'),
    ),
    runEvery('pauses', PAUSES_INTERVAL_MS, () => services.planning.pauses.endDue()),
    runEvery('approvals', APPROVALS_INTERVAL_MS, () => services.planning.sendApprovalReminders()),
    runEvery('manual posts', MANUAL_CHECK_INTERVAL_MS, () =>
      services.planning.manualPostDetection.detectManualPosts(),
    ),
    runEvery('series', SERIES_INTERVAL_MS, () => services.planning.createSeriesPosts()),
    runEvery('lost jobs', RECOVERY_INTERVAL_MS, async () => {
      await services.notifications.enqueuePushes('24 hours');
      await services.publicApi.enqueueDeliveries('24 hours');
      await services.planning.firstComments.retryAfterReconnect();
      await services.media.conversion.requeueStalled();
      await services.privacy.deletions.resumeStale();
      await services.billing.billingRefunds.completeOverdue();
      await services.billing.billingReconciliation.endExpiredGracePeriods();
      await services.billing.paymentIssueNotifier.resumeStale();
      await services.billing.billingTrials.remindDue();
      await services.billing.billingReconciliation.enqueueDue();
    }),
    startLoop(
      { clock: services.platform.clock, log: services.platform.log, name: 'billing portal' },
      async () => {
        try {
          await services.billing.preparePortal();
          return PORTAL_CHECK_INTERVAL_MS;
        } catch (error) {
          services.platform.log.error({ error }, 'the card provider’s portal is not set up');
          return RECOVERY_INTERVAL_MS;
        }
      },
    ),
    startLoop(
      { clock: services.platform.clock, log: services.platform.log, name: 'fingerprints' },
      async () => ((await services.media.fingerprintNewMedia()) ? 0 : FINGERPRINTS_INTERVAL_MS),
    ),
    runEvery('media cleanup', MEDIA_CLEANUP_INTERVAL_MS, () => services.media.collectMedia()),
    runEvery('token refresh', TOKEN_REFRESH_INTERVAL_MS, () =>
      services.instagram.maintainAccounts(),
    ),
    runEvery('insights', INSIGHTS_INTERVAL_MS, () => services.instagram.insights.enqueueDue()),
    startLoop({ clock: services.platform.clock, log: services.platform.log, name: 'status' }, () =>
      services.operations.status.pass(),
    ),
    startLoop(
      { clock: services.platform.clock, log: services.platform.log, name: 'weekly summaries' },
      async () =>
        Math.min(await services.notifications.weeklySummaries.enqueueDue(), SUMMARIES_INTERVAL_MS),
    ),
  ];
}
