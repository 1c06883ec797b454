import type Stripe from 'stripe';
import type { Clock } from '../../platform/clock.ts';
import { idOf, PAGE_SIZE, toDate, type StripeClient } from './stripe-client.ts';

const LONGEST_MONTH_S = 31 * 86_400;

/** All amounts are in cents. */
export interface RefundResult {
  amount: number;
  /** Taken back by the bank for a lost dispute. */
  byBank: number;
  /** In open disputes; we or the bank refund it after the decision. */
  disputed: number;
  /** The ids of failed refunds; none of them is sent again automatically. */
  refused: string[];
}

/** The bank has returned the money to the cardholder. */
const lostStates: ReadonlySet<string> = new Set(['lost', 'prevented']);
const wonStates: ReadonlySet<string> = new Set(['won', 'warning_closed']);
export const failedStates: ReadonlySet<string> = new Set(['failed', 'canceled']);

export function createPaymentRefunds(client: StripeClient, clock: Pick<Clock, 'now'>) {
  const today = () => clock.now().toISOString().slice(0, 10);
  return {
    /** The time of the first payment above zero; null: none. */
    async firstPaidAt(subscription: string): Promise<Date | null> {
      const paid = await paidInvoices(await client(), subscription);
      const times = paid.map(({ created, status_transitions: at }) => at.paid_at ?? created);
      return times.length === 0 ? null : toDate(Math.min(...times));
    },

    /** Voids open invoices of ended subscriptions and of none: Stripe must not retry them. Is idempotent. */
    async voidOpenInvoices(customer: string): Promise<void> {
      const stripe = await client();
      const subscriptions = await stripe.subscriptions.list({ customer, limit: PAGE_SIZE });
      const going = new Set(subscriptions.data.map(({ id }) => id));
      const open = await stripe.invoices.list({ customer, status: 'open', limit: PAGE_SIZE });
      for (const { id, parent } of open.data) {
        const of = parent?.subscription_details?.subscription;
        if (of === undefined || !going.has(idOf(of))) await voidUnlessPaid(stripe, id);
      }
    },

    /** The call is idempotent. */
    async refundAll(subscription: string): Promise<RefundResult> {
      const stripe = await client();
      return refundInvoices(stripe, await paidInvoices(stripe, subscription), today());
    },

    /** Only the payments of the last 31 days. */
    async refundLatest(subscription: string): Promise<RefundResult> {
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

/** A charge may succeed meanwhile; its payment is refunded afterwards. */
async function voidUnlessPaid(stripe: Stripe, invoice: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoice);
  } catch (error) {
    const { status } = await stripe.invoices.retrieve(invoice);
    if (status === 'open' || status === 'draft') throw error;
  }
}

async function paidInvoices(stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> {
  const invoices = await stripe.invoices.list({ subscription, status: 'paid', limit: PAGE_SIZE });
  return invoices.data.filter(({ amount_paid: amount }) => amount > 0);
}

async function refundInvoices(
  stripe: Stripe,
  invoices: readonly Stripe.Invoice[],
  day: string,
): Promise<RefundResult> {
  const all: RefundResult = { amount: 0, byBank: 0, disputed: 0, refused: [] };
  for (const { id: invoice } of invoices) {
    const payments = await stripe.invoicePayments.list({ invoice, status: 'paid' });
    for (const { payment } of payments.data) {
      if (payment.payment_intent === undefined) continue;
      const one = await refundOnce(stripe, idOf(payment.payment_intent), day);
      all.amount += one.amount ?? 0;
      all.byBank += one.byBank ?? 0;
      all.disputed += one.disputed ?? 0;
      all.refused.push(...(one.refused ?? []));
    }
  }
  return all;
}

/**
 * Not after a refund that a bank has refused. Stripe repeats its first response to a key for a day, also a
 * failure, so the idempotency key holds the day.
 */
async function refundOnce(
  stripe: Stripe,
  paymentIntent: string,
  day: string,
): Promise<Partial<RefundResult>> {
  const intent = await stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] });
  const { latest_charge: charge } = intent;
  if (charge === null || typeof charge === 'string') return {};
  const left = charge.amount - charge.amount_refunded;
  if (left <= 0) return { amount: charge.amount };
  if (charge.disputed) {
    const { data: disputes } = await stripe.disputes.list({ charge: charge.id, limit: PAGE_SIZE });
    // A disputed charge stays marked after the bank has decided for us.
    if (disputes.some(({ status }) => lostStates.has(status))) {
      return { amount: charge.amount_refunded, byBank: left };
    }
    const isDisputed = disputes.some(
      ({ status, is_charge_refundable: can }) => !can && !wonStates.has(status),
    );
    if (isDisputed) return { amount: charge.amount_refunded, disputed: left };
  }
  const { data: before } = await stripe.refunds.list({ charge: charge.id, limit: PAGE_SIZE });
  const failed = before.filter(({ status }) => failedStates.has(status ?? ''));
  if (failed.length > 0) {
    return { amount: charge.amount_refunded, refused: failed.map(({ id }) => id) };
  }
  const refund = await stripe.refunds.create(
    { payment_intent: paymentIntent, amount: left, reason: 'requested_by_customer' },
    { idempotencyKey: `refund-${paymentIntent}-${day}` },
  );
  return failedStates.has(refund.status ?? '')
    ? { amount: charge.amount_refunded, refused: [refund.id] }
    : { amount: charge.amount };
}
