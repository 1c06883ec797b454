import type { Invoice, Subscription } from '../objects.ts';
import type { CheckoutSession } from '../sessions.ts';
import type { PaymentsWorld } from '../world.ts';
import { change } from '../webhooks/emit.ts';
import type { EventType } from '../webhooks/event-types.ts';
import { planRefund } from './refused-refunds.ts';
import { isOver, periodOf } from './statuses.ts';

const INCOMPLETE_SECONDS = 23 * 3600;
const TRIAL_NOTICE_SECONDS = 3 * 86_400;

/** The name under which it is remembered that the end of this trial was told. */
export const trialNoticeOf = ({ id, trial_end: end }: Subscription): string => `${id}/${end}`;

/** When it is told that a trial will end. */
export const trialNoticeAt = (trialEnd: number): number => trialEnd - TRIAL_NOTICE_SECONDS;

export const incompleteUntil = ({ created }: Subscription): number => created + INCOMPLETE_SECONDS;

function momentOf({ records }: PaymentsWorld, subscription: Subscription): number | undefined {
  if (isOver(subscription)) return undefined;
  if (subscription.status === 'incomplete') return incompleteUntil(subscription);
  const moments = [periodOf(subscription).end];
  if (subscription.cancel_at !== null) moments.push(subscription.cancel_at);
  const isTold = records.told.get(trialNoticeOf(subscription)) !== undefined;
  if (subscription.status === 'trialing' && subscription.trial_end !== null && !isTold) {
    moments.push(trialNoticeAt(subscription.trial_end));
  }
  return Math.min(...moments);
}

/** Sets when something happens to the subscription next. */
export function planSubscription(world: PaymentsWorld, subscription: Subscription): void {
  const moment = momentOf(world, subscription);
  const at = moment === undefined ? undefined : moment * 1000;
  world.timeline.plan(subscription.id, at, subscription.test_clock);
}

/** Changes a subscription, sets what happens to it next, and tells of it. */
export function saveSubscription(
  world: PaymentsWorld,
  subscription: Subscription,
  changes: Partial<Subscription>,
  type: EventType = 'customer.subscription.updated',
): Subscription {
  const saved = change(world, world.records.subscriptions, subscription, changes, type);
  planSubscription(world, saved);
  return saved;
}

function planInvoice(world: PaymentsWorld, invoice: Invoice): void {
  const { status, auto_advance: advances } = invoice;
  const draft = advances ? invoice.automatically_finalizes_at : null;
  const moment =
    status === 'draft' ? draft : status === 'open' ? invoice.next_payment_attempt : null;
  const at = moment === null ? undefined : moment * 1000;
  world.timeline.plan(invoice.id, at, invoice.test_clock);
}

/** Changes an invoice, and sets when it is finalized or tried again. */
export function saveInvoice(
  world: PaymentsWorld,
  invoice: Invoice,
  changes: Partial<Invoice>,
  type?: EventType,
): Invoice {
  const saved = change(world, world.records.invoices, invoice, changes, type);
  planInvoice(world, saved);
  return saved;
}

/** A session ends by the clock of its customer. */
export function planCheckout(world: PaymentsWorld, session: CheckoutSession): void {
  const customer =
    session.customer === null ? undefined : world.records.customers.get(session.customer);
  const at = session.status === 'open' ? session.expires_at * 1000 : undefined;
  world.timeline.plan(session.id, at, customer?.test_clock ?? null);
}

/** Sets everything that is still to come, after a restart. */
export function planAll(world: PaymentsWorld): void {
  const { subscriptions, invoices, refunds, checkouts, deliveries } = world.records;
  for (const subscription of subscriptions.all()) planSubscription(world, subscription);
  for (const invoice of invoices.all()) planInvoice(world, invoice);
  for (const refund of refunds.all()) planRefund(world, refund);
  for (const session of checkouts.all()) planCheckout(world, session);
  for (const { id, state, next_attempt_at_ms: at } of deliveries.all()) {
    if (state === 'pending') world.timeline.plan(id, at ?? 0, null);
  }
}
