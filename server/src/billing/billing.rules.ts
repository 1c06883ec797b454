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
 * `live` statuses carry their plan: also a trial, and a charge that Stripe retries.
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

export const lookupKeys: Record<PaidPlanId, string> = {
  pro: 'pontual_pro_monthly',
  premium: 'pontual_premium_monthly',
};

export interface RemoteSubscription {
  id: string;
  status: string;
  /** Undefined when the price is not one of ours. */
  plan: PaidPlanId | undefined;
  createdAt: Date;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  /** Begins with the next period, when the owner has chosen another plan. */
  nextPlan: PaidPlanId | null;
}

/** Of the live ones the largest plan, then the newest; else the newest that was more than an attempt. */
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

/** Never paid, and no trial began. */
export const isAttempt = (status: string): boolean => statusMeanings[status]?.workspace === 'none';

/** `unchanged` for an unknown status, and for a customer who pays only for a product that is not our plan. */
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

/** A plan ends after these days without payment, whatever Stripe reports. */
export const PAST_DUE_GRACE_DAYS = 30;

export const isGraceOver = (pastDueSince: Date | null, now: Date): boolean =>
  pastDueSince !== null && now.getTime() - pastDueSince.getTime() >= PAST_DUE_GRACE_DAYS * DAY_MS;

/** The guarantee applies once per customer (decision 022). */
export const refundDays = (isGuaranteeUsed: boolean): number =>
  isGuaranteeUsed ? WITHDRAWAL_DAYS : GUARANTEE_DAYS;

/**
 * Null: the period is over. It ends with the thirtieth day after the first charge in Brasília, the seventh
 * for a customer who was refunded before; not before the first charge (decision 022; CDC, art. 49).
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
  // The last instant of the day: its date is the date on the page.
  const until = new Date(nextDay.getTime() - 1);
  return until > now ? until : null;
}
