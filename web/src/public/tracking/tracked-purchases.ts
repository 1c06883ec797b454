import type { PaidPlanId, Purchase } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { currentConsent, onConsentChange } from './consent.ts';

export interface TrackedPurchase {
  /** The id of the checkout session, by which the analytics service recognises duplicates. */
  transaction: string;
  plan: PaidPlanId;
  name: string;
  /** What was paid, in units of the currency: 0 where a trial comes first. */
  value: number;
  /** ISO 4217. */
  currency: string;
}

const pending = new Set<TrackedPurchase>();
let listener: ((purchase: TrackedPurchase) => void) | undefined;

// After a withdrawal nothing is reported, not even earlier purchases.
onConsentChange(() => {
  if (currentConsent()?.choice !== 'accepted') pending.clear();
});

/** Discards it without consent. The server returns each purchase once, so nothing is stored here. */
export function trackPurchase({ id, plan, amount, currency }: Purchase): void {
  if (currentConsent()?.choice !== 'accepted') return;
  const { name } = planCatalogue[plan];
  const purchase = { transaction: id, plan, name, value: amount / 100, currency };
  if (listener === undefined) pending.add(purchase);
  else listener(purchase);
}

/** Includes purchases made while the tracking code was loading. Returns the unsubscribe function. */
export function onPurchase(listen: (purchase: TrackedPurchase) => void): () => void {
  listener = listen;
  for (const purchase of pending) listen(purchase);
  pending.clear();
  return () => {
    if (listener === listen) listener = undefined;
  };
}
