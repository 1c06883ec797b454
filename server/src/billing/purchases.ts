import type { Purchase } from '@pontual/contract/billing/billing.ts';
import type { Database } from '../platform/database/database.ts';
import { createBillingRepository } from './billing.repository.ts';
import type { Payments } from './payments/payments.ts';

export function createBillingPurchases(deps: {
  database: Database;
  payments: Pick<Payments, 'findCompletedCheckout'>;
}) {
  const { database, payments } = deps;
  return {
    /**
     * Returns null when it is not complete, of another customer or reported before. A user can write any
     * checkout id into the address, so the customer is compared.
     */
    async recordPurchase(of: {
      workspaceId: string;
      customer: string;
      checkout: string;
    }): Promise<Purchase | null> {
      const { workspaceId, customer, checkout } = of;
      const purchase = await payments.findCompletedCheckout(checkout);
      if (purchase === undefined || purchase.customer !== customer) return null;
      const billing = createBillingRepository(database.db);
      if (!(await billing.recordPurchase(checkout, workspaceId))) return null;
      const { plan, amount, currency } = purchase;
      return { id: checkout, plan, amount, currency };
    },
  };
}
