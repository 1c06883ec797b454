import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createBillingEventsRepository } from './events.repository.ts';
import { createBillingRepository } from '../billing.repository.ts';
import type { Payments } from '../payments/payments.ts';

export type BillingEmailSync = ReturnType<typeof createBillingEmailSync>;

/** Where the card provider sends receipts: to whoever answers for a workspace now. */
export function createBillingEmailSync(deps: {
  database: Database;
  payments: Pick<Payments, 'setEmail'>;
}) {
  const { database, payments } = deps;
  return {
    /** Tells it the owner's address as it is by now; of a workspace that never paid, nothing. */
    async sync(workspaceId: string): Promise<void> {
      const customer = await createBillingEventsRepository(database.db).customerOf(workspaceId);
      const [email] = await createBillingRepository(database.db).ownersOf(workspaceId);
      if (customer !== undefined && email !== undefined) await payments.setEmail(customer, email);
    },
  };
}

/** Has it told; of a change of owner or of their address, once that is committed. */
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
