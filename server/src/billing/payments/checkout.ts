import { TRIAL_DAYS, type PaidPlanId } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import type Stripe from 'stripe';
import { lookupKeys } from '../billing.rules.ts';
import { idOf, isMissingResource, PAGE_SIZE, planOf, type StripeClient } from './stripe-client.ts';

export interface CheckoutPage {
  id: string;
  url: string;
}

/** `amount` is what the checkout has charged, in cents: 0 before a trial. */
export interface CompletedCheckout {
  customer: string;
  plan: PaidPlanId;
  amount: number;
  currency: string;
}

/** Stripe does not expire a checkout that is paid, or that another request has expired, meanwhile. */
export async function expireOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { sessions } = stripe.checkout;
  const open = await sessions.list({ customer, status: 'open', limit: PAGE_SIZE });
  for (const { id } of open.data) {
    await sessions.expire(id).catch(async (error: unknown) => {
      if ((await sessions.retrieve(id)).status !== 'expired') throw error;
    });
  }
}

export function createPaymentPages(client: StripeClient) {
  /** Throws unless the price is monthly, includes taxes and has the amount that we show. */
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
    async checkout(options: {
      customer: string;
      workspaceId: string;
      plan: PaidPlanId;
      withTrial: boolean;
      successUrl: string;
      cancelUrl: string;
    }): Promise<CheckoutPage> {
      const stripe = await client();
      const price = await priceOf(options.plan);
      // Two open checkouts could both be paid.
      await expireOpenCheckouts(stripe, options.customer);
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: options.customer,
        client_reference_id: options.workspaceId,
        line_items: [{ price, quantity: 1 }],
        allowed_payment_method_types: ['card'],
        payment_method_collection: 'always',
        locale: 'pt-BR',
        success_url: options.successUrl,
        cancel_url: options.cancelUrl,
        subscription_data: {
          metadata: { workspace_id: options.workspaceId },
          ...(options.withTrial ? { trial_period_days: TRIAL_DAYS } : {}),
        },
      });
      if (session.url === null) throw new Error('a checkout without its page');
      return { id: session.id, url: session.url };
    },

    async isCheckoutOpen(id: string): Promise<boolean> {
      const stripe = await client();
      return (await stripe.checkout.sessions.retrieve(id)).status === 'open';
    },

    /** Returns undefined for a checkout that is not completed. */
    async findCompletedCheckout(checkout: string): Promise<CompletedCheckout | undefined> {
      const stripe = await client();
      try {
        const session = await stripe.checkout.sessions.retrieve(checkout, {
          expand: ['line_items'],
        });
        const price = session.line_items?.data[0]?.price ?? null;
        const plan = price === null ? undefined : planOf(price);
        // `no_payment_required` is the status of a trial; an `unpaid` one may still fail.
        if (session.status !== 'complete' || session.payment_status === 'unpaid') return undefined;
        if (session.customer === null || price === null || plan === undefined) return undefined;
        return {
          customer: idOf(session.customer),
          plan,
          amount: session.amount_total ?? 0,
          currency: price.currency.toUpperCase(),
        };
      } catch (error) {
        if (isMissingResource(error)) return undefined;
        throw error;
      }
    },
  };
}
