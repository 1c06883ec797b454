import type { Purchase } from '@pontual/contract/billing/billing.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
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
      const inserted = await sql`
        insert into billing_purchases (checkout_id, workspace_id)
        values (${checkout}, ${workspaceId})
        on conflict do nothing returning checkout_id`.execute(database.db);
      const { plan, amount, currency } = purchase;
      return inserted.rows.length > 0 ? { id: checkout, plan, amount, currency } : null;
    },
  };
}
