import { planIds, type PlanId } from '@pontual/contract/billing/plans.ts';

export type PlanButton = 'current' | 'manage' | 'subscribe';

/** What the button of a plan's card does for somebody with the plan `own` (specification, section 2). */
export function choosePlanButton(plan: PlanId, currentPlan: PlanId): PlanButton {
  if (plan === currentPlan) return 'current';
  return planIds.indexOf(plan) < planIds.indexOf(currentPlan) ? 'manage' : 'subscribe';
}

/** The one card whose button stands out: the next larger plan, and Pro for a visitor. */
export function isNextPlan(plan: PlanId, currentPlan: PlanId | null): boolean {
  return planIds.indexOf(plan) === planIds.indexOf(currentPlan ?? 'free') + 1;
}
