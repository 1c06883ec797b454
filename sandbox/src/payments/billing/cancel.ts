import type { Subscription } from '../objects.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import { saveSubscription } from './agenda.ts';
import { payInvoice } from './charging.ts';
import { endSubscription, type EndingDetails } from './ending.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { prorationLines } from './lines.ts';
import { periodOf } from './statuses.ts';

export type Cancellation = EndingDetails & { prorate?: boolean; invoiceNow?: boolean };

/** Ends a subscription now; what is left of the period is credited if that is asked for. */
export function cancelNow(
  world: PaymentsWorld,
  subscription: Subscription,
  { prorate = false, invoiceNow = false, ...details }: Cancellation,
): Subscription {
  const now = nowOf(world, subscription.test_clock);
  if (prorate && subscription.status !== 'trialing') {
    for (const item of subscription.items.data) {
      for (const line of prorationLines(world, subscription, { item }, now)) {
        world.records.pendingLines.put({ ...line, subscription: subscription.id });
      }
    }
  }
  if (invoiceNow && world.records.pendingLines.in(subscription.id).length > 0) {
    const draft = draftInvoice(world, subscription, 'subscription_update', [], null);
    const final = finalizeInvoice(world, draft);
    if (final.status === 'open') payInvoice(world, final);
  }
  const current = world.records.subscriptions.get(subscription.id) ?? subscription;
  return endSubscription(world, current, { reason: 'cancellation_requested', ...details });
}

/**
 * Sets the end at the end of the period, or takes it back. The portal writes a date (flexible
 * billing); the old flag is set only by who sets it.
 */
export function cancelAtPeriodEnd(
  world: PaymentsWorld,
  subscription: Subscription,
  wanted: 'flag' | 'date' | 'no',
  details: EndingDetails = {},
): Subscription {
  const ends = wanted !== 'no';
  const { comment = null, feedback = null } = details;
  return saveSubscription(world, subscription, {
    cancel_at: ends ? periodOf(subscription).end : null,
    cancel_at_period_end: wanted === 'flag',
    canceled_at: ends ? nowOf(world, subscription.test_clock) : null,
    cancellation_details: { comment, feedback, reason: ends ? 'cancellation_requested' : null },
  });
}
