import { planIds, type PlanId } from '@pontual/contract/billing/plans.ts';

export type PlanButton = 'current' | 'manage' | 'subscribe';

/** Returns the action of a plan card's button for a user on `currentPlan` (specification, section 2). */
export function choosePlanButton(plan: PlanId, currentPlan: PlanId): PlanButton {
  if (plan === currentPlan) return 'current';
  return planIds.indexOf(plan) < planIds.indexOf(currentPlan) ? 'manage' : 'subscribe';
}

export function isNextPlan(plan: PlanId, currentPlan: PlanId | null): boolean {
  return planIds.indexOf(plan) === planIds.indexOf(currentPlan ?? 'free') + 1;
}
