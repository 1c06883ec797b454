import { notify } from '../../notifications/notify.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { withdrawableUntil } from '../billing.presenter.ts';
import { createRefundCompletion } from './refund-completion.ts';
import { createBillingRefundsRepository } from './refunds.repository.ts';
import { createBillingRepository } from '../billing.repository.ts';
import type { BillingSync } from '../sync/sync.ts';
import type { Payments } from '../payments/payments.ts';

export type BillingRefunds = ReturnType<typeof createBillingRefunds>;

/** Each step is idempotent. */
export function createBillingRefunds(deps: {
  database: Database;
  payments: Payments;
  billingSync: BillingSync;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, billingSync, jobs, wakeUps } = deps;
  const completion = createRefundCompletion(deps);

  return {
    /** Enqueued before any money moves, so that it can be retried. @throws AppError REFUND_UNAVAILABLE */
    async requestRefund(workspaceId: string, customer: string): Promise<void> {
      // The first charge may not be known yet.
      await billingSync.sync(customer);
      await database.inTransaction(async (tx) => {
        const billing = createBillingRepository(tx);
        const subscription = await billing.subscription(workspaceId, { hold: true });
        const { now } = await billing.view(workspaceId);
        if (subscription?.refund_requested_at != null) return;
        if (subscription === undefined || withdrawableUntil(subscription, now) === null) {
          throw new AppError('REFUND_UNAVAILABLE');
        }
        await createBillingRefundsRepository(tx).requestRefund(workspaceId);
        await jobs.send(tx, 'billing-refund', [{ data: { workspaceId }, key: workspaceId }]);
        const { plan, first_paid_at: firstPaidAt } = subscription;
        const wasCharged = firstPaidAt !== null;
        await notify(tx, { kind: 'refund-requested', workspaceId, plan, wasCharged });
      });
      wakeUps.send([{ topic: 'work' }, { topic: 'account', workspaceId }]);
    },

    ...completion,

    async completeOverdue(): Promise<void> {
      const overdue = await createBillingRefundsRepository(database.db).findOverdueRefunds();
      const jobData = overdue.map((workspaceId) => ({ data: { workspaceId }, key: workspaceId }));
      await jobs.send(database.db, 'billing-refund', jobData);
    },
  };
}
