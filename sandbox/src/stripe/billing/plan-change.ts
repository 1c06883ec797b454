import type { Price, Subscription, SubscriptionItem } from '../objects.ts';
import { getNow, type PaymentsContext } from '../context.ts';
import { saveSubscription } from './timers.ts';
import { payInvoice } from './invoice-payment.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { buildPeriodLines, buildProrationLines } from './lines.ts';
import { findNextPeriodEnd, withPeriod } from './renewal.ts';
import { toLegacyPlan } from './legacy-plan.ts';

export type Proration = 'create_prorations' | 'always_invoice' | 'none';

export type PlanChange = { item: SubscriptionItem; price: Price; quantity: number };

/** Changes the price of a subscription; prorates the rest of the period as requested. */
export function changePlan(
  context: PaymentsContext,
  subscription: Subscription,
  changes: readonly PlanChange[],
  proration: Proration,
): Subscription {
  const { pendingLines } = context.records;
  const now = getNow(context, subscription.test_clock);
  const isTrial = subscription.status === 'trialing';
  const hasNewInterval = changes.some(({ item, price }) => !hasSameInterval(item.price, price));
  if (proration !== 'none' && !isTrial) {
    for (const change of changes) {
      // Another interval starts a new period, which is billed in full.
      const proratedChange = hasNewInterval ? { item: change.item } : change;
      for (const line of buildProrationLines(context, subscription, proratedChange, now)) {
        pendingLines.put({ ...line, subscription: subscription.id });
      }
    }
  }
  const data = subscription.items.data.map((item) => {
    const change = changes.find((each) => each.item.id === item.id);
    if (!change) return item;
    const { price, quantity } = change;
    return { ...item, plan: toLegacyPlan(price), price, quantity };
  });
  const changed = { ...subscription, items: { ...subscription.items, data } };
  if (hasNewInterval && !isTrial) return beginPeriod(context, subscription, changed);
  const saved = saveSubscription(context, subscription, { items: changed.items });
  if (proration === 'always_invoice' && pendingLines.in(saved.id).length > 0) {
    invoiceNow(context, saved, []);
  }
  return context.records.subscriptions.get(saved.id) ?? saved;
}

const hasSameInterval = (one: Price, other: Price): boolean =>
  one.recurring?.interval === other.recurring?.interval &&
  one.recurring?.interval_count === other.recurring?.interval_count;

function beginPeriod(
  context: PaymentsContext,
  previous: Subscription,
  { items }: Pick<Subscription, 'items'>,
  overrides: Partial<Subscription> = {},
): Subscription {
  const now = getNow(context, previous.test_clock);
  const anchored = { ...previous, ...overrides, items, billing_cycle_anchor: now };
  const period = { start: now, end: findNextPeriodEnd(anchored, now) };
  const saved = saveSubscription(context, previous, {
    ...overrides,
    billing_cycle_anchor: now,
    items: withPeriod(anchored, period),
  });
  invoiceNow(context, saved, buildPeriodLines(context, saved, period));
  return context.records.subscriptions.get(saved.id) ?? saved;
}

function invoiceNow(
  context: PaymentsContext,
  subscription: Subscription,
  lines: ReturnType<typeof buildPeriodLines>,
): void {
  const draft = draftInvoice(context, subscription, 'subscription_update', lines, null);
  const invoice = finalizeInvoice(context, draft);
  if (invoice.status === 'open') payInvoice(context, invoice);
}

/** Ends a trial now or moves its end. */
export function moveTrialEnd(
  context: PaymentsContext,
  subscription: Subscription,
  end: number | 'now',
): Subscription {
  const now = getNow(context, subscription.test_clock);
  if (end === 'now') {
    if (subscription.status !== 'trialing') return subscription;
    const ended = { status: 'active' as const, trial_end: now };
    return beginPeriod(context, subscription, subscription, ended);
  }
  return saveSubscription(context, subscription, {
    billing_cycle_anchor: end,
    items: withPeriod(subscription, { start: now, end }),
    status: 'trialing',
    trial_end: end,
    trial_start: subscription.trial_start ?? now,
  });
}
