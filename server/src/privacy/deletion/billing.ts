import { createBillingEventsRepository } from '../../billing/sync/events.repository.ts';
import { createBillingRepository } from '../../billing/billing.repository.ts';
import type { Payments } from '../../billing/payments/payments.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DeletionStep } from './saga.ts';

const RETRY_MS = 5 * 60_000;

/** The provider retains the invoices. Retried without limit: no deleted user may go on being charged. */
export function createBillingStep(deps: {
  database: Database;
  payments: Pick<Payments, 'deleteCustomer' | 'cancelNow' | 'refundAll'>;
  log: Log;
}): DeletionStep {
  const { database, payments, log } = deps;
  const repository = createBillingRepository(database.db);
  const events = createBillingEventsRepository(database.db);
  return {
    name: 'cancel-billing',
    async run({ id, workspace_id: workspaceId }) {
      const customer = workspaceId === null ? undefined : await events.customerOf(workspaceId);
      if (customer === undefined) return undefined;
      try {
        const subscription =
          workspaceId === null ? undefined : await repository.subscription(workspaceId);
        if (subscription?.refund_requested_at != null && subscription.refunded_at === null) {
          await payments.cancelNow(subscription.subscription_id);
          await payments.refundAll(subscription.subscription_id);
        }
        await payments.deleteCustomer(customer);
        await events.deleteEventsOf(customer);
        return undefined;
      } catch (error) {
        log.error({ error, deletionId: id }, 'a customer was not deleted');
        return RETRY_MS;
      }
    },
  };
}
