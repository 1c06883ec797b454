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

/** A day that is so many days away, as people read it. */
export const formatDayIn = (days: number): string => formatDate(inDays(days));

/** The trial of the Pro plan, with its 14 days before it. */
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

/** How this subscription stands, for a user who has it or had it. */
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

/** Answers with this subscription, also to a page that asks the card provider. */
export function answerSubscription(subscription: Subscription | null): void {
  const status = buildSubscriptionStatus(subscription);
  server.answer(subscriptionStatus, status);
  server.answer(refreshSubscription, { ...status, purchase: null });
}

/** An address of another site that a component test can be sent to without leaving its page. */
export const otherSiteUrl = (): string => `${location.href.split('#')[0]}#elsewhere`;
