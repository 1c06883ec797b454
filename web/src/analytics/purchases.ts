import type { PaidPlanId } from '@pontual/contract/billing.ts';
import { currentConsent, onConsentChange } from './consent.ts';

/** A plan that was subscribed to on the card provider's page. */
export interface Purchase {
  /** The checkout's id: whoever counts sees by it that two are one. */
  transaction: string;
  plan: PaidPlanId;
  /** The plan's, as it is sold. */
  name: string;
  /** What it costs a month, in reais. */
  value: number;
}

/** The checkout that was told last; for as long as the tab is open. */
const KEY = 'pontual.purchase';
const waiting = new Set<Purchase>();
let listener: ((purchase: Purchase) => void) | undefined;

// Withdrawn, nothing is told any more, not even what has happened before.
onConsentChange(() => {
  if (currentConsent()?.choice !== 'accepted') waiting.clear();
});

/** Has a purchase told to whoever measures, once; without consent it is forgotten at once. */
export function tellPurchase(purchase: Purchase): void {
  if (currentConsent()?.choice !== 'accepted' || wasTold(purchase)) return;
  if (listener === undefined) waiting.add(purchase);
  else listener(purchase);
}

/** Hears of purchases, also of those made while the measuring code was on its way here. */
export function onPurchase(listen: (purchase: Purchase) => void): () => void {
  listener = listen;
  for (const purchase of waiting) listen(purchase);
  waiting.clear();
  return () => {
    if (listener === listen) listener = undefined;
  };
}

/** Whether it was already, and from now on it was. */
function wasTold({ transaction }: Purchase): boolean {
  try {
    if (sessionStorage.getItem(KEY) === transaction) return true;
    sessionStorage.setItem(KEY, transaction);
  } catch {
    // Kept from us: the address is clean after the first time, so there is hardly a second.
  }
  return false;
}
