import type { Invoice } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { updateRecord } from '../webhooks/emit.ts';
import { saveSubscription } from './timers.ts';
import { endSubscription } from './subscription-end.ts';
import { findSubscription } from './invoice-settlement.ts';

const DAY_SECONDS = 86_400;

/** When an invoice is tried again after so many attempts; null if never. */
export function getNextAttemptTime(
  context: PaymentsContext,
  invoice: Invoice,
  attempts: number,
): number | null {
  const subscription = findSubscription(context, invoice);
  // Who has never paid is not chased: they may come back to the page themselves.
  if (!subscription || subscription.status === 'incomplete') return null;
  // Drafts of an unpaid subscription are collected by hand only.
  if (subscription.status === 'unpaid' || subscription.status === 'canceled') return null;
  const days = context.settings.current().dunningDays[attempts - 1];
  return days === undefined ? null : getNow(context, invoice.test_clock) + days * DAY_SECONDS;
}

/** What a failed attempt does to the subscription: in arrears, and in the end out. */
export function applyPaymentFailure(context: PaymentsContext, invoice: Invoice): void {
  const subscription = findSubscription(context, invoice);
  if (!subscription) return;
  const { status } = subscription;
  const customer = context.records.customers.get(subscription.customer);
  if (customer && !customer.delinquent && status !== 'incomplete') {
    updateRecord(
      context,
      context.records.customers,
      customer,
      { delinquent: true },
      'customer.updated',
    );
  }
  if (status !== 'active' && status !== 'past_due' && status !== 'trialing') return;
  if (invoice.next_payment_attempt !== null) {
    saveSubscription(context, subscription, { status: 'past_due' });
  } else if (context.settings.current().dunningEnd === 'unpaid') {
    saveSubscription(context, subscription, { status: 'unpaid' });
  } else {
    endSubscription(context, subscription, { reason: 'payment_failed' });
  }
}
