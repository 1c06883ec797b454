import type { PaidPlanId } from '@pontual/contract/billing.ts';
import type Stripe from 'stripe';
import type { Clock } from '../clock.ts';
import { lookupKeys, type RemoteSubscription } from './billing.rules.ts';
import { createPaymentPages, endOpenPages } from './payments.pages.ts';
import { createPaymentRefunds } from './payments.refunds.ts';
import {
  createStripeClient,
  idOf,
  isMissing,
  PAGE,
  toDate,
  type StripeEnv,
} from './stripe.client.ts';

export type Payments = ReturnType<typeof createPayments>;

/** The card provider, by its own SDK; every method throws the SDK's errors. */
export function createPayments(env: StripeEnv, clock: Pick<Clock, 'now'>) {
  const client = createStripeClient(env);
  return {
    ...createPaymentPages(client),
    ...createPaymentRefunds(client, clock),

    async createCustomer(customer: { workspaceId: string; email: string }): Promise<string> {
      const stripe = await client();
      const created = await stripe.customers.create({
        email: customer.email,
        preferred_locales: ['pt-BR'],
        metadata: { workspace_id: customer.workspaceId },
      });
      return created.id;
    },

    /** Ends their subscriptions as well; the invoices stay. Repeating it is harmless. */
    async forgetCustomer(customer: string): Promise<void> {
      const stripe = await client();
      try {
        // A page that was left open could still be paid on.
        await endOpenPages(stripe, customer);
        await stripe.customers.del(customer);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    /** All that the customer ever had; throws of one who is not there, as with a wrong key. */
    async subscriptionsOf(customer: string): Promise<RemoteSubscription[]> {
      const stripe = await client();
      const listed = await stripe.subscriptions.list({ customer, status: 'all', limit: PAGE });
      return listed.data.map(toRemote);
    },

    /** Every subscription there is, with its customer. */
    async *everySubscription(): AsyncGenerator<{ customer: string; remote: RemoteSubscription }> {
      const stripe = await client();
      for await (const one of stripe.subscriptions.list({ status: 'all', limit: PAGE })) {
        yield { customer: idOf(one.customer), remote: toRemote(one) };
      }
    },

    async cancelAtPeriodEnd(subscription: string): Promise<void> {
      const stripe = await client();
      await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    },

    /** Repeating it is harmless. */
    async cancelNow(subscription: string): Promise<void> {
      const stripe = await client();
      const { status } = await stripe.subscriptions.retrieve(subscription);
      if (status === 'canceled' || status === 'incomplete_expired') return;
      try {
        await stripe.subscriptions.cancel(subscription, { prorate: false, invoice_now: false });
      } catch (error) {
        // The SDK repeats what was cut off, and what has ended is not found to be ended again.
        if (!isMissing(error)) throw error;
      }
    },
  };
}

function toRemote(one: Stripe.Subscription): RemoteSubscription {
  const [item] = one.items.data;
  const end = item?.current_period_end;
  // The portal sets `cancel_at`, the API `cancel_at_period_end`.
  const cancelAt = one.cancel_at ?? (one.cancel_at_period_end ? (end ?? null) : null);
  return {
    id: one.id,
    status: one.status,
    plan: item === undefined ? undefined : planOf(item.price),
    createdAt: toDate(one.created),
    currentPeriodEnd: end === undefined ? null : toDate(end),
    cancelAt: cancelAt === null ? null : toDate(cancelAt),
  };
}

/** By its key; a price that was replaced has handed that on, and is known by what it says of itself. */
function planOf({ lookup_key: key, metadata }: Stripe.Price): PaidPlanId | undefined {
  const named = metadata['plan'];
  if (key === lookupKeys.pro || named === 'pro') return 'pro';
  if (key === lookupKeys.premium || named === 'premium') return 'premium';
  return undefined;
}
