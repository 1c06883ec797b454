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
 * What each of Stripe's states of a subscription means here: `live` ones carry their plan. The trial
 * and a charge that is being tried again count as live; what was never paid is no subscription.
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

/** Undefined for a state that Stripe has invented since. */
export const meaningOf = (status: string) => statusMeanings[status];

export const isLive = (status: string): boolean => statusMeanings[status]?.live ?? false;

/** A plan's name at Stripe: the lookup key of its price, and what that price says of itself. */
export const lookupKeys: Record<PaidPlanId, string> = {
  pro: 'pontual_pro_monthly',
  premium: 'pontual_premium_monthly',
};

/** A subscription as Stripe tells of it. */
export interface RemoteSubscription {
  id: string;
  status: string;
  /** Undefined when its price is none of ours. */
  plan: PaidPlanId | undefined;
  createdAt: Date;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  /** The plan that begins with the next period, where another one was chosen. */
  nextPlan: PaidPlanId | null;
}

/**
 * The one that decides: of the live ones the largest plan, then the newest; without any the newest of
 * all that were ever more than an attempt.
 */
export function selectDecidingSubscription(
  subscriptions: readonly RemoteSubscription[],
): (RemoteSubscription & { plan: PaidPlanId }) | undefined {
  const ours = subscriptions.flatMap(({ plan, ...rest }) =>
    plan === undefined ? [] : [{ ...rest, plan }],
  );
  const rank = (one: (typeof ours)[number]) =>
    isLive(one.status) ? (one.plan === 'premium' ? 3 : 2) : isAttempt(one.status) ? 0 : 1;
  return ours.toSorted(
    (a, b) => rank(b) - rank(a) || b.createdAt.getTime() - a.createdAt.getTime(),
  )[0];
}

/** Whether nothing was ever paid for it, nor a trial begun. */
export const isAttempt = (status: string): boolean => statusMeanings[status]?.workspace === 'none';

/**
 * What a workspace is entitled to by what Stripe says. A state that nobody knows changes nothing, nor
 * does somebody who pays for what is none of our plans and for nothing else.
 */
export function entitlementOf(
  deciding: { status: string; plan: PaidPlanId } | undefined,
  all: readonly Pick<RemoteSubscription, 'status' | 'plan'>[] = [],
): { plan: PlanId; status: WorkspaceStatus } | 'unchanged' {
  const isUnclear = all.some(({ status, plan }) => plan === undefined && isLive(status));
  if (isUnclear && !isLive(deciding?.status ?? '')) return 'unchanged';
  if (deciding === undefined) return { plan: 'free', status: 'none' };
  const meaning = meaningOf(deciding.status);
  if (meaning === undefined) return 'unchanged';
  return { plan: meaning.live ? deciding.plan : 'free', status: meaning.workspace };
}

const DAY_MS = 86_400_000;

/** Days without payment after which a plan ends, whatever is told or lost of it. */
export const PAST_DUE_GRACE_DAYS = 30;

/** Whether a charge has been missing for longer than a plan waits for it. */
export const isGraceOver = (pastDueSince: Date | null, now: Date): boolean =>
  pastDueSince !== null && now.getTime() - pastDueSince.getTime() >= PAST_DUE_GRACE_DAYS * DAY_MS;

/** Days after a first charge in which all is paid back: the guarantee is given once (docs/decisions/041). */
export const refundDays = (isGuaranteeUsed: boolean): number =>
  isGuaranteeUsed ? WITHDRAWAL_DAYS : GUARANTEE_DAYS;

/**
 * Until when a subscription can be withdrawn from with all its money: until the thirtieth day after
 * the first charge ends in Brasília, the seventh for whoever was paid back before, and any time before
 * there was a charge (docs/decisions/009, 041; CDC, art. 49).
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
  // The first charge may be an hour away, or be tried again.
  if (firstPaidAt === null) return isLive(status) ? currentPeriodEnd : null;
  const nextDay = startOfDay(dayKey(firstPaidAt), refundDays(isGuaranteeUsed) + 1);
  // The last instant of that day, so that its date is the one that is shown.
  const until = new Date(nextDay.getTime() - 1);
  return until > now ? until : null;
}
