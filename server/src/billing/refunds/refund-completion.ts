import type { RefundIssue } from '@pontual/contract/billing/billing.ts';
import { notify } from '../../notifications/notify.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { createBillingEventsRepository } from '../sync/events.repository.ts';
import { enqueuePaymentIssues } from '../payment-issue.jobs.ts';
import { createBillingRefundsRepository } from './refunds.repository.ts';
import { createBillingRepository } from '../billing.repository.ts';
import type { BillingSync } from '../sync/sync.ts';
import type { Payments } from '../payments/payments.ts';
import type { RefundResult } from '../payments/refunds.ts';

export function createRefundCompletion(deps: {
  database: Database;
  payments: Payments;
  billingSync: BillingSync;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, payments, billingSync, jobs, wakeUps, log } = deps;
  const repository = createBillingRepository(database.db);

  async function completeRefund(workspaceId: string): Promise<void> {
    const { customer_id: customer } = await repository.view(workspaceId);
    const subscription = await repository.subscription(workspaceId);
    if (customer === null || subscription?.refund_requested_at == null) return;
    const { subscription_id: id, plan } = subscription;
    // The subscription ends first, so that Stripe charges nothing more.
    await payments.cancelNow(id);
    await payments.voidOpenInvoices(customer);
    const refund = await payments.refundAll(id);
    const { amount, byBank, disputed, refused } = refund;
    await database.inTransaction(async (tx) => {
      const refunds = createBillingRefundsRepository(tx);
      if (disputed > 0) {
        if (!(await refunds.markRefundDisputed(id))) return;
        return notify(tx, { kind: 'refund-disputed', workspaceId, plan, amount: disputed });
      }
      if (!(await refunds.recordRefund(id, amount + byBank, refundIssueOf(refund)))) return;
      await enqueuePaymentIssues(tx, jobs, refused);
      if (byBank > 0)
        await notify(tx, { kind: 'refunded-by-bank', workspaceId, plan, amount: byBank });
      const isNothing = byBank === 0 && refused.length === 0;
      if (amount > 0 || isNothing) {
        await notify(tx, { kind: 'refund-completed', workspaceId, plan, amount });
      }
    });
    log.info({ workspaceId, ...refund }, 'a withdrawal was processed');
    await billingSync.sync(customer);
    wakeUps.send([{ topic: 'work' }, { topic: 'account', workspaceId }]);
  }

  return {
    completeRefund,

    /** Refunds a retried charge that was taken after the refund, or one whose dispute is decided. */
    async completeLateRefund(customer: string): Promise<void> {
      const events = createBillingEventsRepository(database.db);
      const workspaceId = await events.workspaceOf(customer);
      if (workspaceId === undefined) return;
      const subscription = await repository.subscription(workspaceId);
      if (subscription?.refund_issue === 'disputed') return completeRefund(workspaceId);
      if (subscription?.refunded_at == null) return;
      const { subscription_id: id, plan } = subscription;
      const { amount, refused } = await payments.refundAll(id);
      await database.inTransaction(async (tx) => {
        const more = await createBillingRefundsRepository(tx).recordLateRefund(id, amount);
        if (more > 0) {
          log.warn({ workspaceId, amount: more }, 'a late charge was paid back');
          await notify(tx, { kind: 'refund-completed', workspaceId, plan, amount: more });
        }
        // After the subscription, like `completeRefund`: another order could deadlock.
        await enqueuePaymentIssues(tx, jobs, refused);
      });
    },
  };
}

function refundIssueOf({ byBank, refused }: RefundResult): RefundIssue | null {
  if (refused.length > 0) return 'refused';
  return byBank > 0 ? 'returned_by_bank' : null;
}
