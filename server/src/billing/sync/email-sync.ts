import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createBillingEventsRepository } from './events.repository.ts';
import { createBillingRepository } from '../billing.repository.ts';
import type { Payments } from '../payments/payments.ts';

export type BillingEmailSync = ReturnType<typeof createBillingEmailSync>;

/** Stripe sends its receipts to the address of the owner. */
export function createBillingEmailSync(deps: {
  database: Database;
  payments: Pick<Payments, 'setEmail'>;
}) {
  const { database, payments } = deps;
  return {
    /** Does nothing without a Stripe customer. */
    async sync(workspaceId: string): Promise<void> {
      const customer = await createBillingEventsRepository(database.db).customerOf(workspaceId);
      const [email] = await createBillingRepository(database.db).ownersOf(workspaceId);
      if (customer !== undefined && email !== undefined) await payments.setEmail(customer, email);
    },
  };
}

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
