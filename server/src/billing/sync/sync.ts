import { setTimeout as pause } from 'node:timers/promises';
import { notify } from '../../notifications/notify.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { enqueuePaymentIssues } from '../payment-issue.jobs.ts';
import { createBillingRepository, type SubscriptionRow } from '../billing.repository.ts';
import { selectDecidingSubscription, isLiveStatus } from '../billing.rules.ts';
import { createSyncWriter, type RemoteState } from './sync-writer.ts';
import { coalesceByKey } from './coalesce-by-key.ts';
import type { Payments } from '../payments/payments.ts';

export type BillingSync = ReturnType<typeof createBillingSync>;

/** In ms; random, doubles per attempt, while another process syncs the same customer. */
const BACKOFF_MS = 50;

/**
 * Events and returns from the checkout page are not trusted: each only triggers a sync, so their order and
 * number do not matter.
 */
export function createBillingSync(deps: {
  database: Database;
  payments: Payments;
  wakeUps: Pick<WakeUps, 'send'>;
  jobs: Pick<Jobs, 'send'>;
  log: Log;
}) {
  const { database, payments, log } = deps;
  const repository = createBillingRepository(database.db);
  const recordSync = createSyncWriter(deps);

  async function fetchRemoteState(customerId: string): Promise<RemoteState | undefined> {
    const started = await repository.startSyncTurn(customerId);
    if (started === undefined) return undefined;
    const { workspace_id: workspaceId, turn } = started;
    const all = await payments.subscriptionsOf(customerId);
    const known = await repository.subscription(workspaceId);
    // Stripe forgets no subscription: the key is of another account, and the customer keeps the plan.
    const isLost = known !== undefined && !all.some(({ id }) => id === known.subscription_id);
    if (isLost && isLiveStatus(known.status)) {
      throw new Error(`Stripe does not know ${known.subscription_id}`);
    }
    // Until the refund is finished, the row stays with the withdrawn subscription.
    const isWaiting = known?.refund_requested_at != null && known.refunded_at === null;
    const deciding = selectDecidingSubscription(
      isWaiting ? all.filter(({ id }) => id === known.subscription_id) : all,
    );
    return { workspaceId, turn, all, deciding, firstPaidAt: await firstPaidAt(deciding, known) };
  }

  async function firstPaidAt(
    deciding: RemoteState['deciding'],
    known: SubscriptionRow | undefined,
  ) {
    if (deciding === undefined || deciding.status === 'trialing') return null;
    return known?.subscription_id === deciding.id && known.first_paid_at !== null
      ? known.first_paid_at
      : payments.firstPaidAt(deciding.id);
  }

  /**
   * Refund, then email (written once), then end: after a crash the subscription is still live and the steps
   * run again. No customer pays twice.
   */
  async function endDuplicates({ workspaceId, all, deciding }: RemoteState): Promise<void> {
    for (const { id, status, plan } of all) {
      if (plan === undefined || id === deciding?.id || !isLiveStatus(status)) continue;
      const refunded = await payments.refundLatest(id);
      await database.inTransaction(async (tx) => {
        const billing = createBillingRepository(tx);
        const issue = { id, kind: 'repeated', amount: refunded.amount } as const;
        if (!(await billing.recordPaymentIssue(workspaceId, issue))) return;
        await notify(tx, {
          kind: 'duplicate-subscription-ended',
          workspaceId,
          plan,
          amount: refunded.amount,
          disputedAmount: refunded.disputed + refunded.byBank,
          isRefundRefused: refunded.refused.length > 0,
        });
        await enqueuePaymentIssues(tx, deps.jobs, refunded.refused);
      });
      await payments.cancelNow(id);
      log.warn(
        { workspaceId, subscription: id, ...refunded },
        'a second subscription was paid back',
      );
    }
  }

  /** Stripe may be set up to retry forever. */
  async function endOverdue(
    { workspaceId, deciding }: RemoteState,
    customerId: string,
  ): Promise<void> {
    if (deciding === undefined) return;
    // A customer who has paid since keeps the plan; the next turn reads it.
    if (!(await payments.cancelUnpaid(deciding.id))) return;
    await payments.voidOpenInvoices(customerId);
    log.warn({ workspaceId, subscription: deciding.id }, 'a plan that nobody paid for has ended');
  }

  async function syncCustomer(customerId: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const state = await fetchRemoteState(customerId);
      if (state === undefined) return;
      const outcome = await recordSync(state);
      if (outcome === 'taken') return endDuplicates(state);
      if (outcome === 'overdue') await endOverdue(state, customerId);
      else await pause(Math.random() * BACKOFF_MS * 2 ** Math.min(attempt, 6));
    }
  }

  return {
    /** Reduces the syncs for the dozen events of one purchase to two. */
    sync: coalesceByKey(syncCustomer),
  };
}
