import type Stripe from 'stripe';
import type { Clock } from '../clock.ts';
import { idOf, PAGE, toDate, type StripeClient } from './stripe.client.ts';

const LONGEST_MONTH_S = 31 * 86_400;

/** What was paid for a subscription, and paying it back. */
export function createPaymentRefunds(client: StripeClient, clock: Pick<Clock, 'now'>) {
  const today = () => clock.now().toISOString().slice(0, 10);
  return {
    /** When the subscription was first charged more than nothing. */
    async firstPaidAt(subscription: string): Promise<Date | null> {
      const paid = await paidInvoices(await client(), subscription);
      const times = paid.map(({ created, status_transitions: at }) => at.paid_at ?? created);
      return times.length === 0 ? null : toDate(Math.min(...times));
    },

    /** Pays back all that was paid for it; answers how much, in cents. Repeating it is harmless. */
    async refundAll(subscription: string): Promise<number> {
      const stripe = await client();
      return refundInvoices(stripe, await paidInvoices(stripe, subscription), today());
    },

    /** The same of what was paid for the period under way. */
    async refundLatest(subscription: string): Promise<number> {
      const stripe = await client();
      const since = clock.now().getTime() / 1000 - LONGEST_MONTH_S;
      const paid = await paidInvoices(stripe, subscription);
      return refundInvoices(
        stripe,
        paid.filter(({ created }) => created > since),
        today(),
      );
    },
  };
}

async function paidInvoices(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const invoices = await stripe.invoices.list({ subscription, status: 'paid', limit: PAGE });
  return invoices.data.filter(({ amount_paid: amount }) => amount > 0);
}

async function refundInvoices(
  stripe: Stripe,
  invoices: readonly Stripe.Invoice[],
  day: string,
): Promise<number> {
  let amount = 0;
  for (const { id: invoice } of invoices) {
    const payments = await stripe.invoicePayments.list({ invoice, status: 'paid' });
    for (const { payment } of payments.data) {
      if (payment.payment_intent === undefined) continue;
      amount += await refundOnce(stripe, idOf(payment.payment_intent), day);
    }
  }
  return amount;
}

/**
 * Pays back what is left of a charge; what somebody has paid back by hand is done. The day is in the
 * key: Stripe answers a key with its first answer, a failure too, for a day.
 */
async function refundOnce(stripe: Stripe, paymentIntent: string, day: string): Promise<number> {
  const intent = await stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] });
  const { latest_charge: charge } = intent;
  // What is disputed goes back by the bank, or not at all.
  if (charge === null || typeof charge === 'string' || charge.disputed) return 0;
  const left = charge.amount - charge.amount_refunded;
  if (left > 0) {
    const refund = await stripe.refunds.create(
      { payment_intent: paymentIntent, amount: left, reason: 'requested_by_customer' },
      { idempotencyKey: `refund-${paymentIntent}-${day}` },
    );
    if (refund.status === 'failed' || refund.status === 'canceled') {
      throw new Error(`the refund ${refund.id} is ${refund.status}`);
    }
  }
  return charge.amount;
}
