import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createBillingEventsRepository } from './events.repository.ts';
import { createBillingRepository } from '../billing.repository.ts';
import type { Payments } from '../payments/payments.ts';

export type BillingEmailSync = ReturnType<typeof createBillingEmailSync>;

/** Creates the sync of the address that receives Stripe's receipts. */
export function createBillingEmailSync(deps: {
  database: Database;
  payments: Pick<Payments, 'setEmail'>;
}) {
  const { database, payments } = deps;
  return {
    /** Sends the current address of the owner to Stripe; does nothing without a Stripe customer. */
    async sync(workspaceId: string): Promise<void> {
      const customer = await createBillingEventsRepository(database.db).customerOf(workspaceId);
      const [email] = await createBillingRepository(database.db).ownersOf(workspaceId);
      if (customer !== undefined && email !== undefined) await payments.setEmail(customer, email);
    },
  };
}

/** Enqueues the sync after a change of owner or address; it runs once the transaction is committed. */
export const enqueueBillingEmailSync = (
  tx: Parameters<Jobs['send']>[0],
  jobs: Pick<Jobs, 'send'>,
  workspaceIds: readonly string[],
): Promise<void> =>
  jobs.send(
    tx,
    'billing-address',
    workspaceIds.map((workspaceId) => ({ data: { workspaceId }, key: workspaceId })),
  );
