import type { SubscriptionStatus } from '@pontual/contract/billing/billing.ts';

/** Delays in ms after each response that does not confirm the payment yet. */
export const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000] as const;

export function getCheckoutSession(query: URLSearchParams): string | null {
  const session = query.get('session_id');
  // The id is sent to analytics, so arbitrary user input is rejected.
  const isSession = session !== null && /^cs_\w{1,200}$/.test(session);
  return query.get('success') === 'true' && isSession ? session : null;
}

/** The return URL alone is no proof of payment. */
export function getActiveSubscription(status: SubscriptionStatus | null) {
  const subscription = status?.subscription ?? null;
  if (subscription === null || status?.user.subscriptionStatus !== 'active') return null;
  const isLive = subscription.status === 'active' || subscription.status === 'trialing';
  return isLive && subscription.refund === null ? subscription : null;
}
