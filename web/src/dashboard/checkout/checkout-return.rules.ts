import type { SubscriptionStatus } from '@pontual/contract/billing/billing.ts';

/** How long to wait after each answer that does not know of the payment yet, in ms. */
export const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000] as const;

/** The checkout that an address comes back from; null where it is none. */
export function getCheckoutSession(query: URLSearchParams): string | null {
  const session = query.get('session_id');
  // Whoever measures is told of it: it must not be whatever somebody typed.
  const isSession = session !== null && /^cs_\w{1,200}$/.test(session);
  return query.get('success') === 'true' && isSession ? session : null;
}

/** The plan that has begun, by what the card provider says; the return alone proves nothing. */
export function getActiveSubscription(status: SubscriptionStatus | null) {
  const subscription = status?.subscription ?? null;
  if (subscription === null || status?.user.subscriptionStatus !== 'active') return null;
  const isLive = subscription.status === 'active' || subscription.status === 'trialing';
  return isLive && subscription.refund === null ? subscription : null;
}
