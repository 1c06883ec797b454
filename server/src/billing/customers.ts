import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import { createBillingRepository } from './billing.repository.ts';
import type { BillingSync } from './sync/sync.ts';
import type { Payments } from './payments/payments.ts';
import { isMissing } from './payments/stripe-client.ts';

/** Who a workspace is at the card provider. */
export function createBillingCustomers(deps: {
  database: Database;
  payments: Pick<Payments, 'createCustomer' | 'deleteCustomer'>;
  billingSync: BillingSync;
}) {
  const { database, payments, billingSync } = deps;
  const repository = createBillingRepository(database.db);

  async function createCustomer(workspaceId: string, known: string | null): Promise<string> {
    const [email = ''] = await repository.ownersOf(workspaceId);
    const createdId = await payments.createCustomer({ workspaceId, email });
    const savedId = await repository.saveCustomer(workspaceId, createdId, known);
    // Somebody else was faster, or the account is on its way out.
    if (savedId !== createdId) await payments.deleteCustomer(createdId);
    if (savedId === undefined) throw new AppError('UNAUTHENTICATED');
    return savedId;
  }

  return {
    /** What was paid for a moment ago may not have been told yet: the customer is asked about. */
    async getSynced(workspaceId: string): Promise<string> {
      const { customer_id: known, plan } = await repository.view(workspaceId);
      if (known === null) return createCustomer(workspaceId, null);
      try {
        await billingSync.sync(known);
        return known;
      } catch (error) {
        // Made in another world, or deleted by hand. Whoever has a plan keeps it until that is clear.
        if (!isMissing(error) || plan !== 'free') throw error;
        return createCustomer(workspaceId, known);
      }
    },
  };
}
