import { saveSubscription } from '../billing/timers.ts';
import { getAuthentication, findDecline, type CardEntry } from '../billing/cards.ts';
import { changePlan } from '../billing/plan-change.ts';
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

export const getPortalPath = ({ url }: PortalSession): string => new URL(url).pathname;

export function getFeatures({ records }: PaymentsContext, portal: PortalSession): PortalFeatures {
  const configuration = records.configurations.get(portal.configuration);
  if (!configuration) throw new Error(`no configuration ${portal.configuration}`);
  return configuration.features;
}

export function listLiveSubscriptions(
  { records }: PaymentsContext,
  customer: string,
): Subscription[] {
  return records.subscriptions
    .in(customer)
    .filter((subscription) => !isEnded(subscription))
    .toReversed();
}

export function listOfferedPrices({ records }: PaymentsContext, features: PortalFeatures): Price[] {
  const { products } = features.subscription_update;
  const offered = new Set(products.flatMap(({ prices }) => prices));
  return records.prices.all().filter(({ id }) => offered.has(id));
}

/** Changes the plan: to a larger one at once, to a smaller one with the next period. */
export function changePlanInPortal(
  context: PaymentsContext,
  subscription: Subscription,
  price: Price,
): void {
  const { price: current } = subscription.items.data[0];
  // Choosing the current plan withdraws a scheduled change.
  const released = releaseSchedule(context, subscription);
  if (price.unit_amount < current.unit_amount) scheduleChange(context, released, price);
  else if (price.id !== current.id) changePlan(context, released, price, 'always_invoice');
}

export type CardOutcome =
  | { result: 'refused'; userMessage: string }
  | { result: 'confirm'; url: string }
  | { result: 'done'; url: string };

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
  const method = createPaymentMethod(context, entry);
  attachPaymentMethod(context, method, customer, isAuthenticated);
  setDefaultPaymentMethod(context, customer.id, method.id);
  for (const subscription of listLiveSubscriptions(context, customer.id)) {
    saveSubscription(context, subscription, { default_payment_method: method.id });
  }
  return getPortalPath(portal);
}
