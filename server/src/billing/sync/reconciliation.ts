import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WakeUps } from '../../platform/wake-ups.ts';
import { enqueueBillingEmailSync } from './email-sync.ts';
import { createBillingEventsRepository, type StoredSubscription } from './events.repository.ts';
import { createBillingRefundsRepository } from '../refunds/refunds.repository.ts';
import { isLiveStatus, type RemoteSubscription } from '../billing.rules.ts';
import type { Payments } from '../payments/payments.ts';

export type BillingReconciliation = ReturnType<typeof createBillingReconciliation>;

/** Events may have been lost, so all subscriptions are compared daily. */
export function createBillingReconciliation(deps: {
  database: Database;
  payments: Payments;
  jobs: Pick<Jobs, 'send'>;
  wakeUps: Pick<WakeUps, 'send'>;
  log: Log;
}) {
  const { database, payments, jobs, wakeUps, log } = deps;
  const repository = createBillingEventsRepository(database.db);
  const refunds = createBillingRefundsRepository(database.db);

  return {
    /** One of the calling processes enqueues the job of the day. */
    async enqueueDue(): Promise<void> {
      await database.inTransaction(async (tx) => {
        if (!(await createBillingEventsRepository(tx).claimReconciliation())) return;
        await jobs.send(tx, 'billing-reconcile', [{ data: { all: true }, key: 'all' }]);
      });
    },

    async endExpiredGracePeriods(): Promise<void> {
      const ended = await database.inTransaction(async (tx) => {
        const found = await createBillingEventsRepository(tx).endExpiredGracePeriods();
        await jobs.send(tx, 'billing-sync', found.map(jobOf));
        return found;
      });
      if (ended.length === 0) return;
      log.warn({ ended: ended.length }, 'plans have ended that nobody paid for');
      const accounts = ended.map(({ workspaceId }) => ({ topic: 'account' as const, workspaceId }));
      wakeUps.send([{ topic: 'work' }, ...accounts]);
    },

    /** Returns the number of customers whose stored state differs from Stripe's. */
    async compareAll(): Promise<number> {
      const stored = await repository.listCustomers();
      // Live deciding subscriptions that remain in this set are missing at Stripe.
      const unmatched = new Set(
        [...stored].flatMap(([id, row]) => (isLiveStatus(row.status ?? '') ? [id] : [])),
      );
      const differing = new Set<string>();
      const emailDiffers = new Set<string>();
      for await (const { customer, email, remote, hasNext } of payments.listAllSubscriptions()) {
        const row = stored.get(customer);
        if (row === undefined) continue;
        if (isLiveStatus(remote.status) && email !== row.owner_email)
          emailDiffers.add(row.workspace_id);
        if (row.subscription_id === remote.id) unmatched.delete(customer);
        const isOther = row.subscription_id !== remote.id && isLiveStatus(remote.status);
        if (isOther || (row.subscription_id === remote.id && !isSame(row, remote, hasNext))) {
          differing.add(customer);
        }
      }
      const all = [...new Set([...differing, ...unmatched])];
      if (all.length > 0)
        log.warn({ customers: all.length }, 'subscriptions differed from the card provider');
      const toSync = new Set([...all, ...(await refunds.findRecentlyRefunded())]);
      const data = [...toSync].map((customerId) => jobOf({ customerId }));
      await jobs.send(database.db, 'billing-sync', data);
      await enqueueBillingEmailSync(database.db, jobs, [...emailDiffers]);
      return all.length;
    },

    forgetOld: () => repository.forgetOldEvents(),
  };
}

const jobOf = ({ customerId }: { customerId: string }) => ({
  data: { customerId },
  key: customerId,
});

const isSame = (row: StoredSubscription, remote: RemoteSubscription, hasNext: boolean) =>
  row.status === remote.status &&
  row.plan === remote.plan &&
  (row.next_plan !== null) === hasNext &&
  row.current_period_end?.getTime() === remote.currentPeriodEnd?.getTime() &&
  row.cancel_at?.getTime() === remote.cancelAt?.getTime() &&
  // The first charge of an active subscription may not have been reported.
  (row.first_paid_at !== null || remote.status !== 'active');
