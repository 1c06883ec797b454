import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type Stripe from 'stripe';
import type { Clock } from '../../platform/clock.ts';
import type { RemoteSubscription } from '../billing.rules.ts';
import { createPaymentPages, expireOpenCheckouts } from './checkout.ts';
import { createPaymentPortal, hasNextPhase } from './portal.ts';
import { createPaymentRefunds } from './refunds.ts';
import { createPaymentIssueLookup } from './issues.ts';
import {
  createStripeClient,
  idOf,
  isMissingResource,
  PAGE_SIZE,
  planOf,
  toDate,
  type StripeEnv,
} from './stripe-client.ts';

export type Payments = ReturnType<typeof createPayments>;

/** Throws the SDK's errors, apart from those about a missing object. */
export function createPayments(
  env: StripeEnv,
  clock: Pick<Clock, 'now'>,
  onResponse?: (hasAnswered: boolean) => void,
) {
  const client = createStripeClient(env, onResponse);
  const portal = createPaymentPortal(client);
  return {
    ...portal,
    ...createPaymentPages(client),
    ...createPaymentRefunds(client, clock),
    ...createPaymentIssueLookup(client),

    async createCustomer(customer: { workspaceId: string; email: string }): Promise<string> {
      const stripe = await client();
      const created = await stripe.customers.create({
        email: customer.email,
        preferred_locales: ['pt-BR'],
        metadata: { workspace_id: customer.workspaceId },
      });
      return created.id;
    },

    /** Receipts go to this address; does nothing for a deleted customer. */
    async setEmail(customer: string, email: string): Promise<void> {
      const stripe = await client();
      try {
        await stripe.customers.update(customer, { email });
      } catch (error) {
        if (!isMissingResource(error)) throw error;
      }
    },

    /** Ends the subscriptions; the invoices stay. The call is idempotent. */
    async deleteCustomer(customer: string): Promise<void> {
      const stripe = await client();
      try {
        // A customer could still pay on an open page.
        await expireOpenCheckouts(stripe, customer);
        await stripe.customers.del(customer);
      } catch (error) {
        if (!isMissingResource(error)) throw error;
      }
    },

    /** All that the customer ever had; throws for an unknown customer, as with a wrong key. */
    async subscriptionsOf(customer: string): Promise<RemoteSubscription[]> {
      const stripe = await client();
      const listed = await stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_SIZE });
      return Promise.all(
        listed.data.map(async (one) => {
          const { schedule } = one;
          const nextPlan = schedule === null ? null : await portal.nextPlanOf(idOf(schedule));
          return toRemote(one, nextPlan);
        }),
      );
    },

    /** `hasNext` says only that a schedule has a next phase. */
    async *listAllSubscriptions(): AsyncGenerator<{
      customer: string;
      /** Receives the receipts; null: a deleted customer, or one without an address. */
      email: string | null;
      remote: RemoteSubscription;
      hasNext: boolean;
    }> {
      const stripe = await client();
      const expand = ['data.schedule', 'data.customer'];
      for await (const one of stripe.subscriptions.list({
        status: 'all',
        limit: PAGE_SIZE,
        expand,
      })) {
        const { schedule, customer } = one;
        yield {
          customer: idOf(customer),
          email: emailOf(customer),
          remote: toRemote(one, null),
          hasNext: schedule !== null && typeof schedule === 'object' && hasNextPhase(schedule),
        };
      }
    },

    async cancelAtPeriodEnd(subscription: string): Promise<void> {
      const stripe = await client();
      await portal.releaseSchedule(subscription);
      await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    },

    /** The call is idempotent. */
    async cancelNow(subscription: string): Promise<void> {
      const stripe = await client();
      const { status } = await stripe.subscriptions.retrieve(subscription);
      await endNow(stripe, subscription, status);
    },

    /** Leaves a subscription that is paid by now; returns whether it has ended. */
    async cancelUnpaid(subscription: string): Promise<boolean> {
      const stripe = await client();
      const { status } = await stripe.subscriptions.retrieve(subscription);
      if (status === 'active' || status === 'trialing') return false;
      await endNow(stripe, subscription, status);
      return true;
    },
  };
}

const emailOf = (customer: Stripe.Subscription['customer']): string | null =>
  typeof customer === 'string' || customer.deleted === true ? null : customer.email;

async function endNow(
  stripe: Stripe,
  subscription: string,
  status: Stripe.Subscription.Status,
): Promise<void> {
  if (status === 'canceled' || status === 'incomplete_expired') return;
  try {
    await stripe.subscriptions.cancel(subscription, { prorate: false, invoice_now: false });
  } catch (error) {
    // The SDK retries after a connection failure, and the retry does not find the ended subscription.
    if (!isMissingResource(error)) throw error;
  }
}

function toRemote(one: Stripe.Subscription, nextPlan: PaidPlanId | null): RemoteSubscription {
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
    nextPlan,
  };
}
