import type { UserEmails } from '../notifications/user-emails.ts';
import type { Deletions } from '../privacy/deletion/create-deletion.ts';
import type { BillingEmailSync } from '../billing/sync/email-sync.ts';
import type { BillingSync } from '../billing/sync/sync.ts';
import type { PaymentIssueNotifier } from '../billing/payment-issues.ts';
import { startJobRunner, type JobHandlers } from '../platform/jobs/job-runner.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { withLogFields } from '../platform/log/log-fields.ts';
import type { Insights } from '../instagram/insights/create-insights.ts';
import { startLoop } from '../platform/loop.ts';
import type { MediaConversion } from '../media/conversion/conversion.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { WakeUps } from '../platform/wake-ups.ts';
import type { AdvancePost } from '../publishing/advance.ts';
import { LARGE_BATCH, type Dispatcher } from '../publishing/dispatcher.ts';
import type { Observe } from '../publishing/observe.ts';
import type { PublishingRepository } from '../publishing/publishing.repository.ts';
import { LATEST_CLAIM_AHEAD_MS } from '../publishing/publishing.rules.ts';
import { startMaintenance, type MaintenanceDependencies } from './maintenance.ts';

/** How long a nudge from another process can go unheard. */
const POLL_MS = 1000;
/** How often what was forgotten is looked for; its own timer, since a job can be what was lost. */
const RECOVERY_MS = 30_000;
const RECOVERY_LIMIT = 500;
const HEARTBEAT_MS = 10_000;

interface WorkerDependencies extends MaintenanceDependencies {
  workerId: string;
  repository: PublishingRepository;
  dispatcher: Dispatcher;
  advancePost: AdvancePost;
  advanceSoon(posts: readonly { id: string; workspace_id: string }[]): Promise<void>;
  conversion: MediaConversion;
  userEmails: Pick<UserEmails, 'deliver'>;
  deletions: Deletions;
  billingSync: BillingSync;
  billingEmailSync: BillingEmailSync;
  insights: Insights;
  paymentIssueNotifier: PaymentIssueNotifier;
  observe: Observe;
  jobs: Jobs;
  wakeUps: WakeUps;
  metrics: Metrics;
}

/** What each queue's jobs have done. */
function createHandlers(deps: WorkerDependencies): JobHandlers {
  const { advancePost } = deps;
  return {
    'post-advance': ({ postId }) => advancePost(postId),
    'post-overdue': ({ postId }) => advancePost(postId),
    'media-remux': () => deps.conversion.convertNext('remux'),
    'media-encode': () => deps.conversion.convertNext('encode'),
    async mail({ workspaceId }) {
      await deps.observe('mail', workspaceId);
      await deps.notifications.deliver(workspaceId);
    },
    'account-mail': ({ mailId }) => deps.authEmails.deliver(mailId),
    'account-deletion': ({ deletionId }) => deps.deletions.run(deletionId),
    'account-news': (notification) => deps.userEmails.deliver(notification),
    async 'billing-sync'({ customerId }) {
      await deps.billingSync.sync(customerId);
      await deps.billingRefunds.completeLateRefund(customerId);
    },
    'billing-address': ({ workspaceId }) => deps.billingEmailSync.sync(workspaceId),
    'billing-refund': ({ workspaceId }) => deps.billingRefunds.completeRefund(workspaceId),
    'billing-trouble': ({ id }) => deps.paymentIssueNotifier.notify(id),
    async 'billing-reconcile'() {
      await deps.billingReconciliation.compareAll();
    },
    insights: ({ connectionId }) => deps.insights.read(connectionId),
    'support-letter': ({ messageId, kind }) => deps.support.deliver(messageId, kind),
    'first-comment': ({ postId }) => deps.firstComments.write(postId),
    push: (message) => deps.pushDeliveries.deliver(message),
    webhook: ({ deliveryId }) => deps.webhookDeliveries.deliver(deliveryId),
    'weekly-summary': ({ userId, week }) => deps.weeklySummaries.deliver(userId, new Date(week)),
  };
}

/** Works in the background until closed: the hour, the queues, the sweep, the heartbeat. */
export const startWorker = (deps: WorkerDependencies) =>
  withLogFields({ workerId: deps.workerId }, () => start(deps));

function start(deps: WorkerDependencies) {
  const { workerId, repository, dispatcher, wakeUps, clock, log } = deps;
  const jobRunner = startJobRunner({ ...deps, handlers: createHandlers(deps) });

  /** Due posts were left behind, for whom a call that ends may make room. */
  let isBehind = false;
  const dispatchLoop = startLoop({ clock, log, name: 'the hour' }, async () => {
    const { publishInMs, lookInMs } = await repository.nextDue();
    const isDue = publishInMs !== null && publishInMs <= LATEST_CLAIM_AHEAD_MS;
    // After so many there may be more.
    for (let more = isDue; more;) more = (await dispatcher.run()) >= LARGE_BATCH;
    if (isDue && !isBehind) {
      // What is left now waits for room, or for something that stands in its way.
      isBehind = true;
      return 0;
    }
    isBehind = isDue;
    if (lookInMs !== null && lookInMs <= 0) jobRunner.wake();
    const publishWait =
      isDue || publishInMs === null ? POLL_MS : publishInMs - LATEST_CLAIM_AHEAD_MS;
    const checkWait = lookInMs === null || lookInMs <= 0 ? POLL_MS : lookInMs;
    return Math.min(publishWait, checkWait, POLL_MS);
  });
  const recoveryLoop = startLoop({ clock, log, name: 'the sweep' }, async () => {
    // After a silence of all workers there are many.
    for (let found = RECOVERY_LIMIT; found === RECOVERY_LIMIT;) {
      const overdue = await repository.overdue(RECOVERY_LIMIT);
      await deps.advanceSoon(overdue);
      found = overdue.length;
    }
    jobRunner.wake();
    return RECOVERY_MS;
  });
  const heartbeatLoop = startLoop({ clock, log, name: 'the heartbeat' }, async () => {
    await repository.recordHeartbeat(workerId);
    return HEARTBEAT_MS;
  });
  const maintenanceLoops = startMaintenance(deps);
  // Posts that waited for room are claimed.
  dispatcher.onCapacity(() => {
    if (isBehind) dispatchLoop.wake();
  });
  const stopListening = wakeUps.listen(({ topic }) => {
    if (topic !== 'work') return;
    dispatchLoop.wake();
    jobRunner.wake();
  });
  const stopWakeUps = wakeUps.onRecheckDue(() => dispatchLoop.wake());

  return {
    /** Claims no more, and waits for the calls and jobs in hand. */
    async close(): Promise<void> {
      stopListening();
      stopWakeUps();
      deps.status.stop();
      deps.manualPostDetection.stop();
      const maintenanceClosed = Promise.all(maintenanceLoops.map((loop) => loop.close()));
      await Promise.all([dispatchLoop, recoveryLoop, heartbeatLoop].map((loop) => loop.close()));
      deps.conversion.stop();
      deps.insights.stop();
      await jobRunner.close();
      await dispatcher.settle();
      await maintenanceClosed;
    },
  };
}
