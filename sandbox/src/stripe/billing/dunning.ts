import type { Invoice } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { updateRecord } from '../webhooks/emit.ts';
import { saveSubscription } from './timers.ts';
import { endSubscription } from './subscription-end.ts';
import { findSubscription } from './invoice-settlement.ts';

const DAY_SECONDS = 86_400;

/** Returns when an invoice is retried after so many attempts, in seconds; null if never. */
export function getNextAttemptTime(
  context: PaymentsContext,
  invoice: Invoice,
  attempts: number,
): number | null {
  const subscription = findSubscription(context, invoice);
  // A subscription that was never paid is not retried; the customer may pay on the page.
  if (!subscription || subscription.status === 'incomplete') return null;
  // Drafts of an unpaid subscription are collected only on request.
  if (subscription.status === 'unpaid' || subscription.status === 'canceled') return null;
  const days = context.settings.current().dunningDays[attempts - 1];
  return days === undefined ? null : getNow(context) + days * DAY_SECONDS;
}

/** Applies a failed attempt to the subscription: `past_due`, and after the last attempt its end. */
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
    endSubscription(context, subscription, 'payment_failed');
  }
}
