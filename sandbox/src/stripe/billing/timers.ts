import type { Invoice, Subscription } from '../objects.ts';
import type { CheckoutSession } from '../sessions.ts';
import type { PaymentsContext } from '../context.ts';
import { updateRecord } from '../webhooks/emit.ts';
import type { EventType } from '../webhooks/event-types.ts';
import { setRefundTimer } from './failed-refunds.ts';
import { isEnded, getPeriod } from './statuses.ts';

const INCOMPLETE_SECONDS = 23 * 3600;
const TRIAL_REMINDER_SECONDS = 3 * 86_400;

export const getTrialReminderKey = ({ id, trial_end: end }: Subscription): string => `${id}/${end}`;

/** Returns when `trial_will_end` is due, in seconds. */
export const getTrialReminderTime = (trialEnd: number): number => trialEnd - TRIAL_REMINDER_SECONDS;

export const getIncompleteExpiry = ({ created }: Subscription): number =>
  created + INCOMPLETE_SECONDS;

function findNextEventTime(
  { records }: PaymentsContext,
  subscription: Subscription,
): number | undefined {
  if (isEnded(subscription)) return undefined;
  if (subscription.status === 'incomplete') return getIncompleteExpiry(subscription);
  const times = [getPeriod(subscription).end];
  if (subscription.cancel_at !== null) times.push(subscription.cancel_at);
  const isReminderSent = records.sentReminders.get(getTrialReminderKey(subscription)) !== undefined;
  if (subscription.status === 'trialing' && subscription.trial_end !== null && !isReminderSent) {
    times.push(getTrialReminderTime(subscription.trial_end));
  }
  return Math.min(...times);
}

/** Sets the timer for the next event of the subscription. */
export function setSubscriptionTimer(context: PaymentsContext, subscription: Subscription): void {
  const moment = findNextEventTime(context, subscription);
  const at = moment === undefined ? undefined : moment * 1000;
  context.timeline.setTimer(subscription.id, at);
}

/** Changes a subscription, sets its next timer and sends an event. */
export function saveSubscription(
  context: PaymentsContext,
  subscription: Subscription,
  changes: Partial<Subscription>,
  type: EventType = 'customer.subscription.updated',
): Subscription {
  const saved = updateRecord(context, context.records.subscriptions, subscription, changes, type);
  setSubscriptionTimer(context, saved);
  return saved;
}

function setInvoiceTimer(context: PaymentsContext, invoice: Invoice): void {
  const { status, auto_advance: advances } = invoice;
  const draft = advances ? invoice.automatically_finalizes_at : null;
  const moment =
    status === 'draft' ? draft : status === 'open' ? invoice.next_payment_attempt : null;
  const at = moment === null ? undefined : moment * 1000;
  context.timeline.setTimer(invoice.id, at);
}

export function saveInvoice(
  context: PaymentsContext,
  invoice: Invoice,
  changes: Partial<Invoice>,
  type?: EventType,
): Invoice {
  const saved = updateRecord(context, context.records.invoices, invoice, changes, type);
  setInvoiceTimer(context, saved);
  return saved;
}

export function setCheckoutTimer({ timeline }: PaymentsContext, session: CheckoutSession): void {
  timeline.setTimer(session.id, session.status === 'open' ? session.expires_at * 1000 : undefined);
}

export function restoreTimers(context: PaymentsContext): void {
  const { subscriptions, invoices, refunds, checkouts, deliveries } = context.records;
  for (const subscription of subscriptions.all()) setSubscriptionTimer(context, subscription);
  for (const invoice of invoices.all()) setInvoiceTimer(context, invoice);
  for (const refund of refunds.all()) setRefundTimer(context, refund);
  for (const session of checkouts.all()) setCheckoutTimer(context, session);
  for (const { id, state, next_attempt_at_ms: at } of deliveries.all()) {
    if (state === 'pending') context.timeline.setTimer(id, at ?? 0);
  }
}
