import { saveSubscription } from '../billing/timers.ts';
import { cancelAtPeriodEnd, cancelNow } from '../billing/cancel.ts';
import { getAuthentication, findDecline, type CardEntry } from '../billing/cards.ts';
import { changePlan, type Proration } from '../billing/plan-change.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  setDefaultPaymentMethod,
} from '../billing/payment-methods.ts';
import { releaseSchedule, scheduleChange } from '../billing/schedules.ts';
import { isEnded } from '../billing/statuses.ts';
import type { Price, Subscription } from '../objects.ts';
import type { PortalFeatures, PortalSession } from '../sessions.ts';
import { newId, type PaymentsContext } from '../context.ts';

/** Returns the path of a portal session on this host. */
export const getPortalPath = ({ url }: PortalSession): string => new URL(url).pathname;

export function getFeatures({ records }: PaymentsContext, portal: PortalSession): PortalFeatures {
  const configuration = records.configurations.get(portal.configuration);
  if (!configuration) throw new Error(`no configuration ${portal.configuration}`);
  return configuration.features;
}

/** Returns where a completed change redirects: the return URL of its flow, else the portal. */
export function getReturnUrl({ records }: PaymentsContext, portal: PortalSession): string {
  return records.flows.get(portal.id)?.returnUrl ?? getPortalPath(portal);
}

/** Returns the subscriptions of a customer that have not ended, newest first. */
export function listLiveSubscriptions(
  { records }: PaymentsContext,
  customer: string,
): Subscription[] {
  return records.subscriptions
    .in(customer)
    .filter((subscription) => !isEnded(subscription))
    .toReversed();
}

/** Returns the prices to which a subscription can change. */
export function listOfferedPrices({ records }: PaymentsContext, features: PortalFeatures): Price[] {
  const { products } = features.subscription_update;
  const listed = new Set(products.flatMap(({ prices }) => prices));
  return records.prices
    .all()
    .filter(
      ({ id, active, recurring }) => active && recurring && (listed.size === 0 || listed.has(id)),
    );
}

/** Cancels as the portal does: by date, or immediately if so configured. */
export function cancelInPortal(
  context: PaymentsContext,
  portal: PortalSession,
  subscription: Subscription,
  details: { feedback: string | null; comment: string | null },
): void {
  const { mode, proration_behavior: proration } = getFeatures(context, portal).subscription_cancel;
  if (mode === 'at_period_end') {
    cancelAtPeriodEnd(context, releaseSchedule(context, subscription), 'date', details);
    return;
  }
  const invoiceNow = proration === 'always_invoice';
  cancelNow(context, subscription, { prorate: proration !== 'none', invoiceNow, ...details });
}

export function changePlanInPortal(
  context: PaymentsContext,
  portal: PortalSession,
  subscription: Subscription,
  price: Price,
): void {
  const [item] = subscription.items.data;
  if (!item) return;
  // Choosing the current plan withdraws a scheduled change.
  const released = releaseSchedule(context, subscription);
  if (item.price.id === price.id) return;
  const features = getFeatures(context, portal);
  const { conditions } = features.subscription_update.schedule_at_period_end;
  if (conditions.length > 0 && price.unit_amount < item.price.unit_amount) {
    scheduleChange(context, released, price);
    return;
  }
  const proration = features.subscription_update.proration_behavior as Proration; // Checked when set.
  changePlan(context, released, [{ item, price, quantity: item.quantity }], proration);
}

export type CardOutcome =
  | { result: 'refused'; userMessage: string }
  | { result: 'confirm'; url: string }
  | { result: 'done'; url: string };

/** Attempts to replace the card. */
export function replaceCard(
  context: PaymentsContext,
  portal: PortalSession,
  entry: CardEntry,
): CardOutcome {
  const decline = findDecline(entry.number);
  if (decline) return { result: 'refused', userMessage: decline.userMessage };
  if (getAuthentication(entry.number) === undefined) {
    return { result: 'done', url: saveCard(context, portal, entry, false) };
  }
  const id = newId(context, 'conf');
  context.records.confirmations.put({ id, kind: 'card', subjectId: portal.id, entry });
  return { result: 'confirm', url: `/3d_secure/${id}` };
}

/** Replaces the card of the customer and of all running subscriptions; returns the redirect URL. */
export function saveCard(
  context: PaymentsContext,
  portal: PortalSession,
  entry: CardEntry,
  isAuthenticated: boolean,
): string {
  const customer = context.records.customers.get(portal.customer);
  if (!customer) return getPortalPath(portal);
  const method = attachPaymentMethod(
    context,
    createPaymentMethod(context, entry),
    customer,
    isAuthenticated,
  );
  setDefaultPaymentMethod(context, customer.id, method.id);
  for (const subscription of listLiveSubscriptions(context, customer.id)) {
    saveSubscription(context, subscription, { default_payment_method: method.id });
  }
  return getReturnUrl(context, portal);
}
