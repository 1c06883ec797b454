import type { Services } from './services.ts';
import { startJobRunner, type JobHandlers } from '../platform/jobs/job-runner.ts';
import { withLogFields } from '../platform/log/log-fields.ts';
import { startLoop } from '../platform/loop.ts';
import { LATEST_CLAIM_AHEAD_MS } from '../publishing/publishing.rules.ts';
import { startMaintenance } from './maintenance.ts';

/** The longest delay when a wake-up from another process is lost. */
const POLL_MS = 1000;
/** Recovery has its own timer, since a job can be lost, too. */
const RECOVERY_MS = 30_000;
const MIN_RECOVERY_MS = 1000;
const RECOVERY_LIMIT = 500;
const HEARTBEAT_MS = 10_000;

function createHandlers(services: Services): JobHandlers {
  const { advancePost } = services.publishing;
  return {
    'post-advance': ({ postId }) => advancePost(postId),
    'post-overdue': ({ postId }) => advancePost(postId),
    'media-remux': () => services.media.conversion.convertNext('remux'),
    'media-encode': () => services.media.conversion.convertNext('encode'),
    'account-deletion': ({ deletionId }) => services.privacy.deletions.run(deletionId),
    async 'billing-sync'({ customerId }) {
      await services.billing.billingSync.sync(customerId);
      await services.billing.billingRefunds.completeLateRefund(customerId);
    },
    'billing-address': ({ workspaceId }) => services.billing.billingEmailSync.sync(workspaceId),
    'billing-refund': ({ workspaceId }) =>
      services.billing.billingRefunds.completeRefund(workspaceId),
    'payment-issue': ({ id }) => services.billing.paymentIssueNotifier.notify(id),
    async 'billing-reconcile'() {
      await services.billing.billingReconciliation.compareAll();
    },
    insights: ({ connectionId }) => services.instagram.insights.read(connectionId),
    'first-comment': ({ postId }) => services.planning.firstComments.write(postId),
  };
}

export const startWorker = (services: Services) =>
  withLogFields({ workerId: services.publishing.workerId }, () => start(services));

function start(services: Services) {
  const { workerId, repository, dispatcher } = services.publishing;
  const { wakeUps, clock, log } = services.platform;
  const jobRunner = startJobRunner({
    ...services.platform,
    handlers: createHandlers(services),
  });
  const outboxLoop = services.platform.outbox.start();

  let isBehind = false;
  const dispatchLoop = startLoop({ clock, log, name: 'dispatch' }, async () => {
    const { publishInMs, stepInMs } = await repository.nextDue();
    const isDue = publishInMs !== null && publishInMs <= LATEST_CLAIM_AHEAD_MS;
    for (let more = isDue; more;) more = dispatcher.isLarge(await dispatcher.run());
    if (isDue && !isBehind) {
      isBehind = true;
      return 0;
    }
    isBehind = isDue;
    if (stepInMs !== null && stepInMs <= 0) jobRunner.wake();
    const publishWait =
      isDue || publishInMs === null ? POLL_MS : publishInMs - LATEST_CLAIM_AHEAD_MS;
    const checkWait = stepInMs === null || stepInMs <= 0 ? POLL_MS : stepInMs;
    return Math.min(publishWait, checkWait, POLL_MS);
  });
  const recoveryLoop = startLoop({ clock, log, name: 'recovery' }, async () => {
    for (let found = RECOVERY_LIMIT; found === RECOVERY_LIMIT;) {
      const overdue = await repository.overdue(RECOVERY_LIMIT);
      await services.publishing.advanceSoon(overdue);
      found = overdue.length;
    }
    jobRunner.wake();
    const deathInMs = (await repository.nextWorkerDeath()) ?? RECOVERY_MS;
    return Math.min(RECOVERY_MS, Math.max(MIN_RECOVERY_MS, deathInMs));
  });
  const heartbeatLoop = startLoop({ clock, log, name: 'heartbeat' }, async () => {
    dispatcher.setShare(await repository.recordHeartbeat(workerId));
    return HEARTBEAT_MS;
  });
  const maintenanceLoops = startMaintenance(services);
  dispatcher.onCapacity(() => {
    if (isBehind) dispatchLoop.wake();
  });
  const stopListening = wakeUps.listen(({ topic }) => {
    if (topic !== 'work') return;
    dispatchLoop.wake();
    jobRunner.wake();
    outboxLoop.wake();
  });
  const stopWakeUps = wakeUps.onRecheckDue(() => dispatchLoop.wake());

  return {
    async close(): Promise<void> {
      stopListening();
      stopWakeUps();
      services.operations.status.stop();
      services.planning.manualPostDetection.stop();
      const maintenanceClosed = Promise.all(maintenanceLoops.map((loop) => loop.close()));
      await Promise.all([dispatchLoop, recoveryLoop, heartbeatLoop].map((loop) => loop.close()));
      services.media.conversion.stop();
      services.instagram.insights.stop();
      services.publishing.stopUploads();
      await Promise.all([jobRunner.close(), outboxLoop.close()]);
      await dispatcher.settle();
      // Without the database the others notice later that this worker is gone.
      await repository.endHeartbeats(workerId).catch(() => undefined);
      await maintenanceClosed;
    },
  };
}
