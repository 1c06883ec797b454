import type { Subscription } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';
import { saveInvoice, saveSubscription } from './timers.ts';
import { releaseSchedule } from './schedules.ts';
import { getPeriod } from './statuses.ts';

export function endSubscription(
  context: PaymentsContext,
  original: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const { records } = context;
  const subscription = releaseSchedule(context, original);
  const now = getNow(context);
  const ended: Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...subscription.cancellation_details, reason },
    ended_at: now,
    status: 'canceled',
  };
  for (const invoice of records.invoices.in(subscription.customer)) {
    const isOurs = invoice.parent.subscription_details.subscription === subscription.id;
    if (!isOurs || (invoice.status !== 'draft' && invoice.status !== 'open')) continue;
    saveInvoice(
      context,
      invoice,
      { auto_advance: false, next_payment_attempt: null },
      'invoice.updated',
    );
  }
  for (const line of records.pendingLines.in(subscription.id)) records.pendingLines.remove(line.id);
  records.subscriptions.put(ended);
  saveSubscription(context, ended, {});
  emit(context, 'customer.subscription.deleted', ended);
  return ended;
}

/** The portal sets a date (flexible billing); only a caller that requests the old flag gets it. */
export function cancelAtPeriodEnd(
  context: PaymentsContext,
  subscription: Subscription,
  mode: 'flag' | 'date' | 'no',
  details: { comment: string | null; feedback: string | null } = { comment: null, feedback: null },
): Subscription {
  const isEnding = mode !== 'no';
  return saveSubscription(context, subscription, {
    cancel_at: isEnding ? getPeriod(subscription).end : null,
    cancel_at_period_end: mode === 'flag',
    canceled_at: isEnding ? getNow(context) : null,
    cancellation_details: {
      ...details,
      feedback_option: null,
      reason: isEnding ? 'cancellation_requested' : null,
    },
  });
}
