import {
  GUARANTEE_DAYS,
  WITHDRAWAL_DAYS,
  type PaidPlanId,
  type Subscription,
} from '@pontual/contract/billing/billing.ts';
import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { PlanId } from '@pontual/contract/billing/plans.ts';

type DisplayStatus = Subscription['status'];
type WorkspaceStatus = 'none' | 'active' | 'past_due' | 'canceled';

/**
 * The meaning of each of Stripe's subscription statuses: `live` ones carry their plan. A trial and a charge
 * that Stripe retries count as live; a subscription that was never paid is none.
 * https://docs.stripe.com/api/subscriptions/object#subscription_object-status
 */
const statusMeanings: Record<
  string,
  { shown: DisplayStatus; workspace: WorkspaceStatus; live: boolean }
> = {
  trialing: { shown: 'trialing', workspace: 'active', live: true },
  active: { shown: 'active', workspace: 'active', live: true },
  past_due: { shown: 'past_due', workspace: 'past_due', live: true },
  unpaid: { shown: 'canceled', workspace: 'canceled', live: false },
  canceled: { shown: 'canceled', workspace: 'canceled', live: false },
  paused: { shown: 'canceled', workspace: 'canceled', live: false },
  incomplete: { shown: 'canceled', workspace: 'none', live: false },
  incomplete_expired: { shown: 'canceled', workspace: 'none', live: false },
};

/** Returns undefined for a status that this version does not know. */
export const meaningOf = (status: string) => statusMeanings[status];

export const isLiveStatus = (status: string): boolean => statusMeanings[status]?.live ?? false;

/** The lookup key of each plan's price at Stripe. */
export const lookupKeys: Record<PaidPlanId, string> = {
  pro: 'pontual_pro_monthly',
  premium: 'pontual_premium_monthly',
};

/** A subscription as Stripe returns it. */
export interface RemoteSubscription {
  id: string;
  status: string;
  /** Undefined when the price is not one of ours. */
  plan: PaidPlanId | undefined;
  createdAt: Date;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  /** The plan that begins with the next period, when the owner has chosen another one. */
  nextPlan: PaidPlanId | null;
}

/**
 * Returns the subscription that decides the entitlement: of the live ones the largest plan, then the newest;
 * without a live one the newest that was more than an attempt.
 */
export function selectDecidingSubscription(
  subscriptions: readonly RemoteSubscription[],
): (RemoteSubscription & { plan: PaidPlanId }) | undefined {
  const ours = subscriptions.flatMap(({ plan, ...rest }) =>
    plan === undefined ? [] : [{ ...rest, plan }],
  );
  const rank = (one: (typeof ours)[number]) =>
    isLiveStatus(one.status) ? (one.plan === 'premium' ? 3 : 2) : isAttempt(one.status) ? 0 : 1;
  return ours.toSorted(
    (a, b) => rank(b) - rank(a) || b.createdAt.getTime() - a.createdAt.getTime(),
  )[0];
}

/** Whether the subscription was never paid and no trial began. */
export const isAttempt = (status: string): boolean => statusMeanings[status]?.workspace === 'none';

/**
 * Returns the plan and status that a workspace is entitled to. They are `unchanged` for an unknown status,
 * and for a customer who pays only for a product that is not one of our plans.
 */
export function entitlementOf(
  deciding: { status: string; plan: PaidPlanId } | undefined,
  all: readonly Pick<RemoteSubscription, 'status' | 'plan'>[] = [],
): { plan: PlanId; status: WorkspaceStatus } | 'unchanged' {
  const isUnclear = all.some(({ status, plan }) => plan === undefined && isLiveStatus(status));
  if (isUnclear && !isLiveStatus(deciding?.status ?? '')) return 'unchanged';
  if (deciding === undefined) return { plan: 'free', status: 'none' };
  const meaning = meaningOf(deciding.status);
  if (meaning === undefined) return 'unchanged';
  return { plan: meaning.live ? deciding.plan : 'free', status: meaning.workspace };
}

const DAY_MS = 86_400_000;

/** Days without payment after which a plan ends, whatever Stripe reports. */
export const PAST_DUE_GRACE_DAYS = 30;

/** Whether a payment is overdue for longer than the grace period. */
export const isGraceOver = (pastDueSince: Date | null, now: Date): boolean =>
  pastDueSince !== null && now.getTime() - pastDueSince.getTime() >= PAST_DUE_GRACE_DAYS * DAY_MS;

/**
 * Returns the number of days after the first charge in which everything is refunded. The guarantee applies
 * once per customer (docs/decisions/022-stripe-as-the-source-of-truth-for-subscriptions.md).
 */
export const refundDays = (isGuaranteeUsed: boolean): number =>
  isGuaranteeUsed ? WITHDRAWAL_DAYS : GUARANTEE_DAYS;

/**
 * Returns the last instant of the withdrawal period with a full refund, or null when it is over. The period
 * ends with the thirtieth day after the first charge in Brasília, with the seventh for a customer who was
 * refunded before, and not before the first charge
 * (docs/decisions/022-stripe-as-the-source-of-truth-for-subscriptions.md; CDC, art. 49).
 */
export function refundableUntil(
  subscription: {
    status: string;
    currentPeriodEnd: Date | null;
    firstPaidAt: Date | null;
    isRefunding: boolean;
    isGuaranteeUsed: boolean;
  },
  now: Date,
): Date | null {
  const { status, currentPeriodEnd, firstPaidAt, isRefunding, isGuaranteeUsed } = subscription;
  if (isRefunding) return null;
  // The first charge may be an hour away, or Stripe may retry it.
  if (firstPaidAt === null) return isLiveStatus(status) ? currentPeriodEnd : null;
  const nextDay = startOfDay(dayKey(firstPaidAt), refundDays(isGuaranteeUsed) + 1);
  // The last instant of the day, so that its date is the date on the page.
  const until = new Date(nextDay.getTime() - 1);
  return until > now ? until : null;
}
