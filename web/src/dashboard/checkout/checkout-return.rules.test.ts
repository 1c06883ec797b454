import type { Subscription, SubscriptionStatus } from '@pontual/contract/billing/billing.ts';
import { describe, expect, test } from 'vitest';
import { getActiveSubscription, getCheckoutSession } from './checkout-return.rules.ts';

describe('the checkout session of the URL', () => {
  test.each([
    ['success=true&session_id=cs_test_a1B2', 'cs_test_a1B2'],
    ['success=true', null],
    ['session_id=cs_test_a1B2', null],
    ['success=false&session_id=cs_test_a1B2', null],
    ['success=true&session_id=ana@example.com', null],
    ['success=true&session_id=cs_a b', null],
  ])('%s', (query, session) => {
    expect(getCheckoutSession(new URLSearchParams(query))).toBe(session);
  });
});

const subscription: Subscription = {
  plan: 'pro',
  status: 'trialing',
  currentPeriodEnd: '2026-07-09T15:00:00.000Z',
  cancelAt: null,
  nextPlan: null,
  refundableUntil: null,
  refund: null,
};
const active = { plan: 'pro', subscriptionStatus: 'active' } as const;
const none = { plan: 'free', subscriptionStatus: 'none' } as const;
const refund = {
  requestedAt: '2026-06-10T15:00:00.000Z',
  finishedAt: null,
  amount: null,
  issue: null,
};

describe('a new plan is active', () => {
  test.each<[string, SubscriptionStatus]>([
    ['with its trial', { user: active, subscription, refundDays: 30 }],
    [
      'without one',
      { user: active, subscription: { ...subscription, status: 'active' }, refundDays: 30 },
    ],
  ])('%s', (_what, status) => {
    expect(getActiveSubscription(status)).toBe(status.subscription);
  });

  test.each<[string, SubscriptionStatus | null]>([
    ['while nothing is known', null],
    ['without a subscription', { user: none, subscription: null, refundDays: 30 }],
    [
      'once it has ended',
      { user: none, subscription: { ...subscription, status: 'canceled' }, refundDays: 30 },
    ],
    [
      'while a charge is missing',
      { user: active, subscription: { ...subscription, status: 'past_due' }, refundDays: 30 },
    ],
    [
      'while its money goes back',
      { user: active, subscription: { ...subscription, refund }, refundDays: 30 },
    ],
  ])('not %s', (_what, status) => {
    expect(getActiveSubscription(status)).toBeNull();
  });
});
