import { saveSubscription } from '../billing/agenda.ts';
import { cancelAtPeriodEnd, cancelNow } from '../billing/cancel.ts';
import { authenticationOf, refusalOf } from '../billing/cards.ts';
import { changePlan, type Proration } from '../billing/changing.ts';
import {
  attachMethod,
  makePaymentMethod,
  preferMethod,
  type CardEntry,
} from '../billing/payment-methods.ts';
import { releaseScheduleOf, scheduleChange } from '../billing/schedules.ts';
import { isOver } from '../billing/statuses.ts';
import type { Price, Subscription } from '../objects.ts';
import type { PortalFeatures, PortalSession } from '../sessions.ts';
import { newId, type PaymentsWorld } from '../world.ts';

/** The address of a portal on this host. */
export const portalUrl = ({ url }: PortalSession): string => new URL(url).pathname;

export function featuresOf({ records }: PaymentsWorld, portal: PortalSession): PortalFeatures {
  const configuration = records.configurations.get(portal.configuration);
  if (!configuration) throw new Error(`no configuration ${portal.configuration}`);
  return configuration.features;
}

/** Where a finished change leads: as its flow says, or back to the portal. */
export function afterChange({ records }: PaymentsWorld, portal: PortalSession): string {
  return records.flows.get(portal.id)?.returnUrl ?? portalUrl(portal);
}

/** The subscriptions that a customer can still do something about, the newest first. */
export function liveSubscriptions({ records }: PaymentsWorld, customer: string): Subscription[] {
  return records.subscriptions
    .in(customer)
    .filter((subscription) => !isOver(subscription))
    .toReversed();
}

/** The plans a subscription can be moved to. */
export function offeredPrices({ records }: PaymentsWorld, features: PortalFeatures): Price[] {
  const { products } = features.subscription_update;
  const named = new Set(products.flatMap(({ prices }) => prices));
  return records.prices
    .all()
    .filter(
      ({ id, active, recurring }) => active && recurring && (named.size === 0 || named.has(id)),
    );
}

/** Cancels as the portal does: by a date, or at once where it is set up so. */
export function cancelInPortal(
  world: PaymentsWorld,
  portal: PortalSession,
  subscription: Subscription,
  details: { feedback: string | null; comment: string | null },
): void {
  const { mode, proration_behavior: proration } = featuresOf(world, portal).subscription_cancel;
  if (mode === 'at_period_end') {
    cancelAtPeriodEnd(world, releaseScheduleOf(world, subscription), 'date', details);
    return;
  }
  const invoiceNow = proration === 'always_invoice';
  cancelNow(world, subscription, { prorate: proration !== 'none', invoiceNow, ...details });
}

export function changePlanInPortal(
  world: PaymentsWorld,
  portal: PortalSession,
  subscription: Subscription,
  price: Price,
): void {
  const [item] = subscription.items.data;
  if (!item) return;
  // Whoever chooses the plan that they have wants no other one.
  const going = releaseScheduleOf(world, subscription);
  if (item.price.id === price.id) return;
  const features = featuresOf(world, portal);
  const { conditions } = features.subscription_update.schedule_at_period_end;
  if (conditions.length > 0 && price.unit_amount < item.price.unit_amount) {
    scheduleChange(world, going, price);
    return;
  }
  const proration = features.subscription_update.proration_behavior as Proration; // Checked when set.
  changePlan(world, going, [{ item, price, quantity: item.quantity }], proration);
}

export type CardOutcome =
  | { result: 'refused'; told: string }
  | { result: 'confirm'; at: string }
  | { result: 'done'; at: string };

/** Tries to put another card in place. */
export function tryCard(
  world: PaymentsWorld,
  portal: PortalSession,
  entry: CardEntry,
): CardOutcome {
  const refusal = refusalOf(entry.number);
  if (refusal) return { result: 'refused', told: refusal.told };
  if (authenticationOf(entry.number) === undefined) {
    return { result: 'done', at: changeCard(world, portal, entry, false) };
  }
  const id = newId(world, 'conf');
  world.records.confirmations.put({ id, kind: 'card', of: portal.id, entry });
  return { result: 'confirm', at: `/3d_secure/${id}` };
}

/** Puts another card in place, for the customer and all that runs; gives where that leads. */
export function changeCard(
  world: PaymentsWorld,
  portal: PortalSession,
  entry: CardEntry,
  isAuthenticated: boolean,
): string {
  const customer = world.records.customers.get(portal.customer);
  if (!customer) return portalUrl(portal);
  const method = attachMethod(world, makePaymentMethod(world, entry), customer, isAuthenticated);
  preferMethod(world, customer.id, method.id);
  for (const subscription of liveSubscriptions(world, customer.id)) {
    saveSubscription(world, subscription, { default_payment_method: method.id });
  }
  return afterChange(world, portal);
}
