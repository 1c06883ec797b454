import type { AccountNews } from '../account/account-news.ts';
import type { Deletions } from '../deletion/create-deletion.ts';
import type { BillingAddress } from '../billing/billing.address.ts';
import type { BillingSync } from '../billing/billing.sync.ts';
import type { BillingTroubles } from '../billing/billing.troubles.ts';
import { startDispatcher, type JobHandlers } from '../jobs/dispatcher.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { withLogFields } from '../log-fields.ts';
import type { Insights } from '../insights/create-insights.ts';
import { startLoop } from '../loop.ts';
import type { MediaConversion } from '../media/media.conversion.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Nudges } from '../nudges.ts';
import type { AdvancePost } from './advance.ts';
import { MANY, type Hour } from './hour.ts';
import type { Observe } from './observe.ts';
import type { PublishingRepository } from './publishing.repository.ts';
import { CLAIM_AT_MS } from './publishing.rules.ts';
import { startUpkeep, type UpkeepDependencies } from './upkeep.ts';

/** How long a nudge from another process can go unheard. */
const POLL_MS = 1000;
/** How often what was forgotten is looked for; its own timer, since a job can be what was lost. */
const SWEEP_MS = 30_000;
const SWEEP_LIMIT = 500;
const HEARTBEAT_MS = 10_000;

interface WorkerDependencies extends UpkeepDependencies {
  workerId: string;
  repository: PublishingRepository;
  hour: Hour;
  advancePost: AdvancePost;
  advanceSoon(posts: readonly { id: string; workspace_id: string }[]): Promise<void>;
  conversion: MediaConversion;
  accountNews: Pick<AccountNews, 'deliver'>;
  deletions: Deletions;
  billingSync: BillingSync;
  billingAddress: BillingAddress;
  insights: Insights;
  billingTroubles: BillingTroubles;
  observe: Observe;
  jobs: Jobs;
  nudges: Nudges;
  metrics: Metrics;
}

/** What each queue's jobs have done. */
function handlersOf(deps: WorkerDependencies): JobHandlers {
  const { advancePost } = deps;
  return {
    'post-advance': ({ postId }) => advancePost(postId),
    'post-overdue': ({ postId }) => advancePost(postId),
    'media-remux': () => deps.conversion.convertNext('remux'),
    'media-encode': () => deps.conversion.convertNext('encode'),
    async mail({ workspaceId }) {
      await deps.observe('mail', workspaceId);
      await deps.notices.deliver(workspaceId);
    },
    'account-mail': ({ mailId }) => deps.accountMails.deliver(mailId),
    'account-deletion': ({ deletionId }) => deps.deletions.goOn(deletionId),
    'account-news': (letter) => deps.accountNews.deliver(letter),
    async 'billing-sync'({ customerId }) {
      await deps.billingSync.sync(customerId);
      await deps.billingRefunds.finishLate(customerId);
    },
    'billing-address': ({ workspaceId }) => deps.billingAddress.tell(workspaceId),
    'billing-refund': ({ workspaceId }) => deps.billingRefunds.finish(workspaceId),
    'billing-trouble': ({ id }) => deps.billingTroubles.tell(id),
    async 'billing-reconcile'() {
      await deps.billingReconciliation.compareAll();
    },
    insights: ({ connectionId }) => deps.insights.read(connectionId),
    'support-letter': ({ messageId, kind }) => deps.support.deliver(messageId, kind),
    'first-comment': ({ postId }) => deps.firstComments.write(postId),
    push: (message) => deps.pushes.deliver(message),
    webhook: ({ deliveryId }) => deps.webhookDeliveries.deliver(deliveryId),
    'weekly-summary': ({ userId, week }) => deps.summaries.deliver(userId, new Date(week)),
  };
}

/** Works in the background until closed: the hour, the queues, the sweep, the heartbeat. */
export const startWorker = (deps: WorkerDependencies) =>
  withLogFields({ workerId: deps.workerId }, () => start(deps));

function start(deps: WorkerDependencies) {
  const { workerId, repository, hour, nudges, clock, log } = deps;
  const dispatcher = startDispatcher({ ...deps, handlers: handlersOf(deps) });

  /** Due posts were left behind, for whom a call that ends may make room. */
  let isBehind = false;
  const watch = startLoop({ clock, log, name: 'the hour' }, async () => {
    const { publishInMs, lookInMs } = await repository.nextDue();
    const isDue = publishInMs !== null && publishInMs <= CLAIM_AT_MS;
    // After so many there may be more.
    for (let more = isDue; more;) more = (await hour.run()) >= MANY;
    if (isDue && !isBehind) {
      // What is left now waits for room, or for something that stands in its way.
      isBehind = true;
      return 0;
    }
    isBehind = isDue;
    if (lookInMs !== null && lookInMs <= 0) dispatcher.wake();
    const publishWait = isDue || publishInMs === null ? POLL_MS : publishInMs - CLAIM_AT_MS;
    const lookWait = lookInMs === null || lookInMs <= 0 ? POLL_MS : lookInMs;
    return Math.min(publishWait, lookWait, POLL_MS);
  });
  const sweep = startLoop({ clock, log, name: 'the sweep' }, async () => {
    // After a silence of all workers there are many.
    for (let found = SWEEP_LIMIT; found === SWEEP_LIMIT;) {
      const overdue = await repository.overdue(SWEEP_LIMIT);
      await deps.advanceSoon(overdue);
      found = overdue.length;
    }
    dispatcher.wake();
    return SWEEP_MS;
  });
  const heartbeat = startLoop({ clock, log, name: 'the heartbeat' }, async () => {
    await repository.beat(workerId);
    return HEARTBEAT_MS;
  });
  const upkeep = startUpkeep(deps);
  // Posts that waited for room are claimed.
  hour.onRoom(() => {
    if (isBehind) watch.wake();
  });
  const stopListening = nudges.listen(({ topic }) => {
    if (topic !== 'work') return;
    watch.wake();
    dispatcher.wake();
  });
  const stopLooking = nudges.onLookAgain(() => watch.wake());

  return {
    /** Claims no more, and waits for the calls and jobs in hand. */
    async close(): Promise<void> {
      stopListening();
      stopLooking();
      deps.status.stop();
      deps.sightings.stop();
      const upkept = Promise.all(upkeep.map((loop) => loop.close()));
      await Promise.all([watch, sweep, heartbeat].map((loop) => loop.close()));
      deps.conversion.stop();
      deps.insights.stop();
      await dispatcher.close();
      await hour.settle();
      await upkept;
    },
  };
}
