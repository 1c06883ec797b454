import type { Price, Subscription, SubscriptionItem } from '../objects.ts';
import { nowOf, type PaymentsWorld } from '../world.ts';
import { saveSubscription } from './agenda.ts';
import { payInvoice } from './charging.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodLines, prorationLines } from './lines.ts';
import { endOfNext, withPeriod } from './renewal.ts';
import { planOf } from './plan-of.ts';

export type Proration = 'create_prorations' | 'always_invoice' | 'none';

export type PlanChange = { item: SubscriptionItem; price: Price; quantity: number };

/** Moves a subscription to another price; what is left of the period is settled as asked. */
export function changePlan(
  world: PaymentsWorld,
  subscription: Subscription,
  changes: readonly PlanChange[],
  proration: Proration,
): Subscription {
  const { pendingLines } = world.records;
  const now = nowOf(world, subscription.test_clock);
  const isTrial = subscription.status === 'trialing';
  const isOtherRhythm = changes.some(({ item, price }) => !hasSameRhythm(item.price, price));
  if (proration !== 'none' && !isTrial) {
    for (const change of changes) {
      // A new rhythm begins a new period, which is billed whole.
      const asked = isOtherRhythm ? { item: change.item } : change;
      for (const line of prorationLines(world, subscription, asked, now)) {
        pendingLines.put({ ...line, subscription: subscription.id });
      }
    }
  }
  const data = subscription.items.data.map((item) => {
    const change = changes.find((each) => each.item.id === item.id);
    if (!change) return item;
    const { price, quantity } = change;
    return { ...item, plan: planOf(price), price, quantity };
  });
  const changed = { ...subscription, items: { ...subscription.items, data } };
  if (isOtherRhythm && !isTrial) return beginPeriod(world, subscription, changed);
  const saved = saveSubscription(world, subscription, { items: changed.items });
  if (proration === 'always_invoice' && pendingLines.in(saved.id).length > 0) {
    collect(world, saved, []);
  }
  return world.records.subscriptions.get(saved.id) ?? saved;
}

const hasSameRhythm = (one: Price, other: Price): boolean =>
  one.recurring?.interval === other.recurring?.interval &&
  one.recurring?.interval_count === other.recurring?.interval_count;

/** Begins a period here and now, and collects it. */
function beginPeriod(
  world: PaymentsWorld,
  before: Subscription,
  { items }: Pick<Subscription, 'items'>,
  more: Partial<Subscription> = {},
): Subscription {
  const now = nowOf(world, before.test_clock);
  const anchored = { ...before, ...more, items, billing_cycle_anchor: now };
  const period = { start: now, end: endOfNext(anchored, now) };
  const saved = saveSubscription(world, before, {
    ...more,
    billing_cycle_anchor: now,
    items: withPeriod(anchored, period),
  });
  collect(world, saved, periodLines(world, saved, period));
  return world.records.subscriptions.get(saved.id) ?? saved;
}

function collect(
  world: PaymentsWorld,
  subscription: Subscription,
  lines: ReturnType<typeof periodLines>,
): void {
  const draft = draftInvoice(world, subscription, 'subscription_update', lines, null);
  const invoice = finalizeInvoice(world, draft);
  if (invoice.status === 'open') payInvoice(world, invoice);
}

/** Ends a trial now, or sets another end for it. */
export function moveTrialEnd(
  world: PaymentsWorld,
  subscription: Subscription,
  end: number | 'now',
): Subscription {
  const now = nowOf(world, subscription.test_clock);
  if (end === 'now') {
    if (subscription.status !== 'trialing') return subscription;
    const ended = { status: 'active' as const, trial_end: now };
    return beginPeriod(world, subscription, subscription, ended);
  }
  return saveSubscription(world, subscription, {
    billing_cycle_anchor: end,
    items: withPeriod(subscription, { start: now, end }),
    status: 'trialing',
    trial_end: end,
    trial_start: subscription.trial_start ?? now,
  });
}
