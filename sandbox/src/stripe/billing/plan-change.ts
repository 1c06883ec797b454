import type { InvoiceLine, Price, Proration, Subscription } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { saveSubscription } from './timers.ts';
import { payInvoice } from './invoice-payment.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { buildPeriodLine, buildProrationLines } from './lines.ts';
import { findPeriodEndAfter } from './periods.ts';
import { withPeriod } from './renewal.ts';
import { withPrice } from './schedules.ts';

export function changePlan(
  context: PaymentsContext,
  subscription: Subscription,
  price: Price,
  proration: Proration,
): Subscription {
  const { pendingLines } = context.records;
  if (proration !== 'none' && subscription.status !== 'trialing') {
    for (const line of buildProrationLines(context, subscription, price)) {
      pendingLines.put({ ...line, subscription: subscription.id });
    }
  }
  const saved = saveSubscription(context, subscription, { items: withPrice(subscription, price) });
  const isInvoiced = proration === 'always_invoice' && pendingLines.in(saved.id).length > 0;
  return isInvoiced ? invoiceNow(context, saved, []) : saved;
}

/** Ends a trial now: the first month begins and is charged. */
export function endTrial(context: PaymentsContext, subscription: Subscription): Subscription {
  if (subscription.status !== 'trialing') return subscription;
  const now = getNow(context);
  const period = { start: now, end: findPeriodEndAfter(now, now) };
  const saved = saveSubscription(context, subscription, {
    billing_cycle_anchor: now,
    items: withPeriod(subscription, period),
    status: 'active',
    trial_end: now,
  });
  return invoiceNow(context, saved, [buildPeriodLine(context, saved, period)]);
}

function invoiceNow(
  context: PaymentsContext,
  subscription: Subscription,
  lines: readonly InvoiceLine[],
): Subscription {
  const draft = draftInvoice(context, subscription, 'subscription_update', lines, null);
  const invoice = finalizeInvoice(context, draft);
  if (invoice.status === 'open') payInvoice(context, invoice);
  return context.records.subscriptions.get(subscription.id) ?? subscription;
}
