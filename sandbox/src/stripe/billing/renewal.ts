import type { Period, Subscription } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { emit } from '../webhooks/emit.ts';
import {
  getIncompleteExpiry,
  setSubscriptionTimer,
  saveInvoice,
  saveSubscription,
  getTrialReminderTime,
  getTrialReminderKey,
} from './timers.ts';
import { payInvoice } from './invoice-payment.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { buildPeriodLine } from './lines.ts';
import { findPeriodEndAfter } from './periods.ts';
import { enterNextPhase } from './schedules.ts';
import { isEnded, getPeriod } from './statuses.ts';
import { endSubscription } from './subscription-end.ts';

const DRAFT_SECONDS = 3600;

/** Executes the first due event of a subscription. */
export function advanceSubscription(context: PaymentsContext, subscription: Subscription): void {
  const now = getNow(context);
  const { cancel_at: cancelAt, status, trial_end: trialEnd } = subscription;
  if (isEnded(subscription)) return;
  if (status === 'incomplete') {
    if (getIncompleteExpiry(subscription) <= now) expireIncomplete(context, subscription);
  } else if (cancelAt !== null && cancelAt <= now) {
    endSubscription(context, subscription, 'cancellation_requested');
  } else if (getPeriod(subscription).end <= now) {
    renew(context, subscription);
  } else if (status === 'trialing' && trialEnd !== null && getTrialReminderTime(trialEnd) <= now) {
    context.records.sentReminders.put({ id: getTrialReminderKey(subscription) });
    emit(context, 'customer.subscription.trial_will_end', subscription);
  }
  const current = context.records.subscriptions.get(subscription.id);
  if (current) setSubscriptionTimer(context, current);
}

function expireIncomplete(context: PaymentsContext, subscription: Subscription): void {
  const invoice = context.records.invoices.get(subscription.latest_invoice ?? '');
  if (invoice?.status === 'open') {
    saveInvoice(
      context,
      invoice,
      { status: 'void', next_payment_attempt: null },
      'invoice.updated',
    );
  }
  saveSubscription(context, subscription, { status: 'incomplete_expired' });
}

function renew(context: PaymentsContext, original: Subscription): void {
  const subscription = enterNextPhase(context, original);
  const { end: start } = getPeriod(subscription);
  const period = { start, end: findPeriodEndAfter(subscription.billing_cycle_anchor, start) };
  const renewed = saveSubscription(context, subscription, {
    items: withPeriod(subscription, period),
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  });
  const isCollected = renewed.status === 'active' || renewed.status === 'past_due';
  const line = buildPeriodLine(context, renewed, period);
  const finalizesAt = isCollected ? getNow(context) + DRAFT_SECONDS : null;
  draftInvoice(context, renewed, 'subscription_cycle', [line], finalizesAt);
}

export function withPeriod({ items }: Subscription, { start, end }: Period): Subscription['items'] {
  const changed = { ...items.data[0], current_period_end: end, current_period_start: start };
  return { ...items, data: [changed] };
}

/** Executes the due step of an invoice: finalizes a draft, collects an open one. */
export function advanceInvoice(context: PaymentsContext, id: string): void {
  const invoice = context.records.invoices.get(id);
  if (!invoice) return;
  const open = invoice.status === 'draft' ? finalizeInvoice(context, invoice) : invoice;
  if (open.status === 'open') payInvoice(context, open);
}
