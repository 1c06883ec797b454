import { planIds, type PlanId } from '@pontual/contract/plans.ts';

export type PlanButton = 'current' | 'manage' | 'subscribe';

/** What the button of a plan's card does for somebody with the plan `own` (specification, section 2). */
export function buttonOf(plan: PlanId, own: PlanId): PlanButton {
  if (plan === own) return 'current';
  return planIds.indexOf(plan) < planIds.indexOf(own) ? 'manage' : 'subscribe';
}

/** The one card whose button stands out: the next larger plan, and Pro for a visitor. */
export function isNextPlan(plan: PlanId, own: PlanId | null): boolean {
  return planIds.indexOf(plan) === planIds.indexOf(own ?? 'free') + 1;
}
