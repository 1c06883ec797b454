import { formatDate } from '@pontual/contract/shared/brasilia-time.ts';
import { describe, expect, test } from 'vitest';
import {
  selectDecidingSubscription,
  entitlementOf,
  isGraceOver,
  refundableUntil,
  type RemoteSubscription,
} from './billing.rules.ts';

const DAY = 86_400_000;
const now = new Date('2026-06-09T15:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);

const remoteSubscription = (
  subscription: Partial<RemoteSubscription> = {},
): RemoteSubscription => ({
  id: 'sub_1',
  status: 'active',
  plan: 'pro',
  createdAt: now,
  currentPeriodEnd: null,
  cancelAt: null,
  nextPlan: null,
  ...subscription,
});

describe('the entitlement by subscription status', () => {
  test.each([
    ['trialing', 'premium', 'active'],
    ['active', 'premium', 'active'],
    ['past_due', 'premium', 'past_due'],
    ['unpaid', 'free', 'canceled'],
    ['canceled', 'free', 'canceled'],
    ['paused', 'free', 'canceled'],
    ['incomplete', 'free', 'none'],
    ['incomplete_expired', 'free', 'none'],
  ] as const)('%s: %s, %s', (status, plan, workspace) => {
    expect(entitlementOf({ status, plan: 'premium' })).toEqual({ plan, status: workspace });
  });

  test('stays unchanged for a status that Stripe adds later', () => {
    expect(entitlementOf({ status: 'suspended', plan: 'pro' })).toBe('unchanged');
  });

  test('is the free plan without a subscription', () => {
    expect(entitlementOf(undefined)).toEqual({ plan: 'free', status: 'none' });
  });
});

describe('the deciding subscription', () => {
  const decides = (...all: RemoteSubscription[]) => selectDecidingSubscription(all)?.id;

  test('is the live one, however old it is', () => {
    const old = remoteSubscription({ id: 'old', status: 'past_due', createdAt: daysAgo(90) });
    expect(decides(remoteSubscription({ id: 'new', status: 'canceled' }), old)).toBe('old');
  });

  test('is the larger plan of two live ones, then the newest', () => {
    const premium = remoteSubscription({ id: 'premium', plan: 'premium', createdAt: daysAgo(2) });
    expect(decides(remoteSubscription({ id: 'pro' }), premium)).toBe('premium');
    expect(
      decides(
        remoteSubscription({ id: 'older', createdAt: daysAgo(1) }),
        remoteSubscription({ id: 'newer' }),
      ),
    ).toBe('newer');
  });

  test('is an ended one rather than an attempt that was never paid', () => {
    const ended = remoteSubscription({ id: 'ended', status: 'canceled', createdAt: daysAgo(3) });
    expect(
      decides(remoteSubscription({ id: 'attempt', status: 'incomplete_expired' }), ended),
    ).toBe('ended');
  });

  test('is none when all subscriptions are of another product', () => {
    expect(decides(remoteSubscription({ plan: undefined }))).toBeUndefined();
  });
});

describe('a withdrawal with a full refund', () => {
  const until = (
    firstPaidAt: Date | null,
    { status = 'active', isRefunding = false, isGuaranteeUsed = false } = {},
  ) => {
    const facts = { status, currentPeriodEnd: daysAgo(-5), firstPaidAt };
    return refundableUntil({ ...facts, isRefunding, isGuaranteeUsed }, now);
  };
  const dayOf = (date: Date | null) => date && formatDate(date);
  const lateOn = (day: string) => new Date(`${day}T23:59:59-03:00`);

  test('is possible until the thirtieth day after the first charge ends in Brasília', () => {
    const last = until(daysAgo(30));
    expect(dayOf(last)).toBe(formatDate(now));
    expect(last?.toISOString()).toBe('2026-06-10T02:59:59.999Z');
    expect(until(daysAgo(31))).toBeNull();
    expect(dayOf(until(lateOn('2026-06-01')))).toBe('01/07/2026');
  });

  test('is possible for the seven days of the law for a customer who was refunded before', () => {
    const again = { isGuaranteeUsed: true };
    expect(dayOf(until(daysAgo(7), again))).toBe(formatDate(now));
    expect(until(daysAgo(8), again)).toBeNull();
  });

  test('is possible after a cancellation, too, while the days last', () => {
    expect(dayOf(until(daysAgo(10), { status: 'canceled' }))).toBe('29/06/2026');
  });

  test('is possible during the trial, until the first charge', () => {
    expect(until(null, { status: 'trialing' })).toEqual(daysAgo(-5));
  });

  test('is possible once', () => {
    expect(until(daysAgo(1), { isRefunding: true })).toBeNull();
  });
});

test('a plan has a grace period of thirty days without payment', () => {
  expect(isGraceOver(daysAgo(29), now)).toBe(false);
  expect(isGraceOver(daysAgo(30), now)).toBe(true);
  expect(isGraceOver(null, now)).toBe(false);
});
