import { planCatalogue, TRIAL_DAYS, type PaidPlanId } from '@pontual/contract/billing.ts';
import type Stripe from 'stripe';
import { lookupKeys } from './billing.rules.ts';
import { PAGE, type StripeClient } from './stripe.client.ts';

/** Ends the checkouts that a customer has left open; one that is paid meanwhile cannot be ended. */
export async function endOpenPages(stripe: Stripe, customer: string): Promise<void> {
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE });
  for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
}

/** The card provider's pages, on which owners give their card and see their invoices. */
export function createPaymentPages(client: StripeClient) {
  /** Whether it is one that can be subscribed to, at the amount that the page shows. */
  async function priceOf(plan: PaidPlanId): Promise<string> {
    const stripe = await client();
    const key = lookupKeys[plan];
    const found = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
    const [price] = found.data;
    if (price === undefined) throw new Error(`Stripe has no active price with the key ${key}`);
    if (price.unit_amount !== planCatalogue[plan].amount || price.currency !== 'brl') {
      throw new Error(`the price ${key} at Stripe is not the one that we show`);
    }
    if (price.recurring?.interval !== 'month' || price.tax_behavior !== 'inclusive') {
      throw new Error(`the price ${key} at Stripe is not monthly, or not with taxes`);
    }
    return price.id;
  }

  return {
    /** A page on which the plan is subscribed to; those that the customer left open end. */
    async checkout(wanted: {
      customer: string;
      workspaceId: string;
      plan: PaidPlanId;
      withTrial: boolean;
      successUrl: string;
      cancelUrl: string;
    }): Promise<string> {
      const stripe = await client();
      const price = await priceOf(wanted.plan);
      // Two of them could both be paid.
      await endOpenPages(stripe, wanted.customer);
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: wanted.customer,
        client_reference_id: wanted.workspaceId,
        line_items: [{ price, quantity: 1 }],
        allowed_payment_method_types: ['card'],
        payment_method_collection: 'always',
        locale: 'pt-BR',
        success_url: wanted.successUrl,
        cancel_url: wanted.cancelUrl,
        subscription_data: {
          metadata: { workspace_id: wanted.workspaceId },
          ...(wanted.withTrial ? { trial_period_days: TRIAL_DAYS } : {}),
        },
      });
      if (session.url === null) throw new Error('a checkout without its page');
      return session.url;
    },

    async portal(customer: string, returnUrl: string): Promise<string> {
      const stripe = await client();
      const session = await stripe.billingPortal.sessions.create({
        customer,
        return_url: returnUrl,
        locale: 'pt-BR',
      });
      return session.url;
    },
  };
}
