import type { Subscription } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';
import { saveInvoice, saveSubscription } from './timers.ts';
import { releaseSchedule } from './schedules.ts';

export type CancellationDetails = {
  reason?: string;
  comment?: string | null;
  feedback?: string | null;
};

/** Ends a subscription for good; nothing else is collected for it. */
export function endSubscription(
  context: PaymentsContext,
  original: Subscription,
  { reason, comment, feedback }: CancellationDetails,
): Subscription {
  const { records } = context;
  const subscription = releaseSchedule(context, original);
  const now = getNow(context, subscription.test_clock);
  const known = subscription.cancellation_details;
  const ended: Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: {
      comment: comment ?? known.comment,
      feedback: feedback ?? known.feedback,
      reason: reason ?? known.reason,
    },
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
