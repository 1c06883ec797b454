import type { PaidPlanId, Purchase } from '@pontual/contract/billing/billing.ts';
import { planCatalogue } from '@pontual/contract/billing/plans.ts';
import { currentConsent, onConsentChange } from './consent.ts';

/** A plan that was subscribed to on the card provider's page, as whoever counts is told of it. */
export interface TrackedPurchase {
  /** The checkout's id: whoever counts sees by it that two are one. */
  transaction: string;
  plan: PaidPlanId;
  /** The plan's, as it is sold. */
  name: string;
  /** What it costs a month, in units of the currency. */
  value: number;
  /** ISO 4217. */
  currency: string;
}

const pending = new Set<TrackedPurchase>();
let listener: ((purchase: TrackedPurchase) => void) | undefined;

// Withdrawn, nothing is told any more, not even what has happened before.
onConsentChange(() => {
  if (currentConsent()?.choice !== 'accepted') pending.clear();
});

/**
 * Has a purchase told to whoever measures; without consent it is forgotten at once. The server answers
 * each purchase once (contract/src/billing/billing.ts), so nothing is remembered here.
 */
export function trackPurchase({ id, plan, amount, currency }: Purchase): void {
  if (currentConsent()?.choice !== 'accepted') return;
  const { name } = planCatalogue[plan];
  const purchase = { transaction: id, plan, name, value: amount / 100, currency };
  if (listener === undefined) pending.add(purchase);
  else listener(purchase);
}

/** Hears of purchases, also of those made while the measuring code was on its way here. */
export function onPurchase(listen: (purchase: TrackedPurchase) => void): () => void {
  listener = listen;
  for (const purchase of pending) listen(purchase);
  pending.clear();
  return () => {
    if (listener === listen) listener = undefined;
  };
}
