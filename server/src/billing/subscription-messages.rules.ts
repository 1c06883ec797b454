import type { PaidPlanId } from '@pontual/contract/billing/billing.ts';
import type { BillingMessage } from '../notifications/kinds/billing-messages.ts';
import { isLiveStatus, meaningOf } from './billing.rules.ts';

export interface SubscriptionSnapshot {
  subscriptionId: string;
  status: string;
  plan: PaidPlanId;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  nextPlan: PaidPlanId | null;
}

/** Returns undefined when the owner need not know about the change. */
export function subscriptionMessage(
  before: SubscriptionSnapshot | undefined,
  after: SubscriptionSnapshot,
  { workspaceId, refundDays }: { workspaceId: string; refundDays: number },
): BillingMessage | undefined {
  const { status, plan, currentPeriodEnd: until } = after;
  // It is not known whether the subscription has ended or begun.
  if (meaningOf(status) === undefined) return undefined;
  const wasLive =
    before?.subscriptionId === after.subscriptionId && isLiveStatus(before.status)
      ? before
      : undefined;
  if (wasLive !== undefined) {
    return isLiveStatus(status)
      ? changeMessage(workspaceId, wasLive, after)
      : { kind: 'subscription-ended', workspaceId, plan };
  }
  if (!isLiveStatus(status)) return undefined;
  const isTrial = status === 'trialing';
  return { kind: 'subscription-started', workspaceId, plan, isTrial, until, refundDays };
}

function changeMessage(
  workspaceId: string,
  before: SubscriptionSnapshot,
  after: SubscriptionSnapshot,
): BillingMessage | undefined {
  const { plan, nextPlan, currentPeriodEnd: until } = after;
  if (after.status === 'past_due' && before.status !== 'past_due') {
    return { kind: 'payment-failed', workspaceId, plan };
  }
  if (before.status === 'past_due' && after.status === 'active') {
    return { kind: 'payment-received', workspaceId, plan, until };
  }
  if (before.plan !== plan) {
    return { kind: 'plan-changed', workspaceId, plan, formerPlan: before.plan };
  }
  if (nextPlan !== null && nextPlan !== before.nextPlan) {
    return { kind: 'plan-change-planned', workspaceId, plan, nextPlan, until };
  }
  if (before.cancelAt === null && after.cancelAt !== null) {
    return { kind: 'subscription-canceled', workspaceId, plan, until: after.cancelAt };
  }
  if (before.cancelAt !== null && after.cancelAt === null) {
    return { kind: 'subscription-resumed', workspaceId, plan, until };
  }
  return undefined;
}
