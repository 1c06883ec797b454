import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import { createBillingRepository } from './billing.repository.ts';
import type { BillingSync } from './sync/sync.ts';
import type { Payments } from './payments/payments.ts';
import { isMissingResource } from './payments/stripe-client.ts';

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
    // Another request has stored a customer first, or the workspace is being deleted.
    if (savedId !== createdId) await payments.deleteCustomer(createdId);
    if (savedId === undefined) throw new AppError('UNAUTHENTICATED');
    return savedId;
  }

  return {
    /** Syncs first, because Stripe may not have reported a payment yet. */
    async getSynced(workspaceId: string): Promise<string> {
      const { customer_id: known, plan } = await repository.view(workspaceId);
      if (known === null) return createCustomer(workspaceId, null);
      try {
        await billingSync.sync(known);
        return known;
      } catch (error) {
        // Another Stripe account has the customer, or it was deleted. A paid plan stays until that is clear.
        if (!isMissingResource(error) || plan !== 'free') throw error;
        return createCustomer(workspaceId, known);
      }
    },
  };
}
