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

export const formatDayIn = (days: number): string => formatDate(inDays(days));

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

export function answerSubscription(subscription: Subscription | null): void {
  const status = buildSubscriptionStatus(subscription);
  server.answer(subscriptionStatus, status);
  server.answer(refreshSubscription, { ...status, purchase: null });
}

/** Stands for another site but does not leave the page of the test. */
export const otherSiteUrl = (): string => `${location.href.split('#')[0]}#elsewhere`;
