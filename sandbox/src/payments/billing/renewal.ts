import type { Subscription } from '../objects.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import { emit } from '../webhooks/emit.ts';
import {
  incompleteUntil,
  planSubscription,
  saveInvoice,
  saveSubscription,
  trialNoticeAt,
  trialNoticeOf,
} from './agenda.ts';
import { cancelNow } from './cancel.ts';
import { payInvoice } from './charging.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodLines } from './lines.ts';
import { periodEndAfter } from './periods.ts';
import { enterNextPhase } from './schedules.ts';
import { isOver, periodOf } from './statuses.ts';

/** How long the invoice of a new period stays a draft. */
const DRAFT_SECONDS = 3600;

/** Something about this subscription is due: the first thing that is happens. */
export function stepSubscription(world: PaymentsWorld, subscription: Subscription): void {
  const now = nowOf(world, subscription.test_clock);
  const { cancel_at: cancelAt, status, trial_end: trialEnd } = subscription;
  if (isOver(subscription)) return;
  if (status === 'incomplete') {
    if (incompleteUntil(subscription) <= now) expire(world, subscription);
  } else if (cancelAt !== null && cancelAt <= now) {
    cancelNow(world, subscription, {});
  } else if (periodOf(subscription).end <= now) {
    renew(world, subscription);
  } else if (status === 'trialing' && trialEnd !== null && trialNoticeAt(trialEnd) <= now) {
    world.records.told.put({ id: trialNoticeOf(subscription) });
    emit(world, 'customer.subscription.trial_will_end', subscription);
  }
  const current = world.records.subscriptions.get(subscription.id);
  if (current) planSubscription(world, current);
}

/** Nobody paid the first invoice in time. */
function expire(world: PaymentsWorld, subscription: Subscription): void {
  const invoice = world.records.invoices.get(subscription.latest_invoice ?? '');
  if (invoice?.status === 'open') {
    saveInvoice(world, invoice, { status: 'void', next_payment_attempt: null }, 'invoice.updated');
  }
  saveSubscription(world, subscription, { status: 'incomplete_expired' });
}

/** Begins the next period, with an invoice that is a draft for an hour. */
function renew(world: PaymentsWorld, given: Subscription): void {
  const subscription = enterNextPhase(world, given);
  const now = nowOf(world, subscription.test_clock);
  const wasTrial = subscription.status === 'trialing';
  const { missing_payment_method: whenMissing } = subscription.trial_settings.end_behavior;
  if (wasTrial && whenMissing === 'cancel' && !hasCard(world, subscription)) {
    cancelNow(world, subscription, {});
    return;
  }
  const { end: start } = periodOf(subscription);
  const period = { start, end: endOfNext(subscription, start) };
  const renewed = saveSubscription(world, subscription, {
    items: withPeriod(subscription, period),
    status: wasTrial ? 'active' : subscription.status,
  });
  const isCollected = renewed.status === 'active' || renewed.status === 'past_due';
  const lines = periodLines(world, renewed, period);
  const finalizesAt = isCollected ? now + DRAFT_SECONDS : null;
  draftInvoice(world, renewed, 'subscription_cycle', lines, finalizesAt);
}

function hasCard({ records }: PaymentsWorld, subscription: Subscription): boolean {
  const customer = records.customers.get(subscription.customer);
  return Boolean(
    subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method,
  );
}

/** The end of the period that begins here. */
export function endOfNext(
  { billing_cycle_anchor: anchor, items }: Subscription,
  start: number,
): number {
  const recurrence = items.data[0]?.price.recurring;
  return periodEndAfter(anchor, recurrence ?? { interval: 'month', interval_count: 1 }, start);
}

/** The items of a subscription in another period. */
export function withPeriod(
  { items }: Subscription,
  { start, end }: { start: number; end: number },
): Subscription['items'] {
  const data = items.data.map((item) => ({
    ...item,
    current_period_end: end,
    current_period_start: start,
  }));
  return { ...items, data };
}

/** An invoice is due: a draft is finalized, and an open one is collected. */
export function stepInvoice(world: PaymentsWorld, id: string): void {
  const invoice = world.records.invoices.get(id);
  if (!invoice) return;
  const open = invoice.status === 'draft' ? finalizeInvoice(world, invoice) : invoice;
  if (open.status === 'open') payInvoice(world, open);
}
