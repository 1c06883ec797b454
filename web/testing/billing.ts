import {
  refreshSubscription,
  subscriptionStatus,
  type Subscription,
  type SubscriptionStatus,
} from '@pontual/contract/billing/billing.ts';
import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { server } from './stub-server.ts';

const DAY = 86_400_000;

const inDays = (days: number) => new Date(Date.now() + days * DAY);

/** Returns the formatted date this many days from now. */
export const formatDayIn = (days: number): string => formatDate(inDays(days));

/** A trial of the Pro plan that lasts 14 days. */
export const aTrial = (overrides: Partial<Subscription> = {}): Subscription => ({
  plan: 'pro',
  status: 'trialing',
  currentPeriodEnd: inDays(14).toISOString(),
  cancelAt: null,
  nextPlan: null,
  refundableUntil: inDays(44).toISOString(),
  refund: null,
  ...overrides,
});

/** Returns the subscription status of a user with this subscription, active or ended. */
export const buildSubscriptionStatus = (subscription: Subscription | null): SubscriptionStatus => {
  const hasEnded = subscription === null || subscription.status === 'canceled';
  return {
    user: {
      plan: hasEnded ? 'free' : subscription.plan,
      subscriptionStatus: hasEnded
        ? subscription === null
          ? 'none'
          : 'canceled'
        : subscription.status === 'past_due'
          ? 'past_due'
          : 'active',
    },
    subscription,
    refundDays: 30,
  };
};

/** Answers with this subscription, also when the page refreshes it from the card provider. */
export function answerSubscription(subscription: Subscription | null): void {
  const status = buildSubscriptionStatus(subscription);
  server.answer(subscriptionStatus, status);
  server.answer(refreshSubscription, { ...status, purchase: null });
}

/** Returns a URL that stands for another site but does not leave the page of the test. */
export const otherSiteUrl = (): string => `${location.href.split('#')[0]}#elsewhere`;
