import type { Subscription } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { saveSubscription } from './timers.ts';
import { payInvoice } from './invoice-payment.ts';
import { endSubscription, type CancellationDetails } from './subscription-end.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { buildProrationLines } from './lines.ts';
import { getPeriod } from './statuses.ts';

export type Cancellation = CancellationDetails & { prorate?: boolean; invoiceNow?: boolean };

/** Cancels a subscription immediately; credits the rest of the period if requested. */
export function cancelNow(
  context: PaymentsContext,
  subscription: Subscription,
  { prorate = false, invoiceNow = false, ...details }: Cancellation,
): Subscription {
  const now = getNow(context, subscription.test_clock);
  if (prorate && subscription.status !== 'trialing') {
    for (const item of subscription.items.data) {
      for (const line of buildProrationLines(context, subscription, { item }, now)) {
        context.records.pendingLines.put({ ...line, subscription: subscription.id });
      }
    }
  }
  if (invoiceNow && context.records.pendingLines.in(subscription.id).length > 0) {
    const draft = draftInvoice(context, subscription, 'subscription_update', [], null);
    const final = finalizeInvoice(context, draft);
    if (final.status === 'open') payInvoice(context, final);
  }
  const current = context.records.subscriptions.get(subscription.id) ?? subscription;
  return endSubscription(context, current, { reason: 'cancellation_requested', ...details });
}

/**
 * Sets or withdraws the cancellation at the end of the period. The portal sets a date (flexible billing);
 * only a caller that requests the old flag gets it.
 */
export function cancelAtPeriodEnd(
  context: PaymentsContext,
  subscription: Subscription,
  mode: 'flag' | 'date' | 'no',
  details: CancellationDetails = {},
): Subscription {
  const isEnding = mode !== 'no';
  const { comment = null, feedback = null } = details;
  return saveSubscription(context, subscription, {
    cancel_at: isEnding ? getPeriod(subscription).end : null,
    cancel_at_period_end: mode === 'flag',
    canceled_at: isEnding ? getNow(context, subscription.test_clock) : null,
    cancellation_details: { comment, feedback, reason: isEnding ? 'cancellation_requested' : null },
  });
}
