import type { Purchase } from '@pontual/contract/billing/billing.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Payments } from './payments/payments.ts';

/** What was bought on the card provider's page, for whoever counts purchases. */
export function createBillingPurchases(deps: {
  database: Database;
  payments: Pick<Payments, 'findCompletedCheckout'>;
}) {
  const { database, payments } = deps;
  return {
    /**
     * The purchase that a checkout was, told once: to whoever asks first. Null of a checkout that is not
     * complete, is another customer's, or was told before: an address proves nothing, and anybody
     * can write one.
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
