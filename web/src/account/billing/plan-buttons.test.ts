import { planIds, type PlanId } from '@pontual/contract/billing/plans.ts';
import { expect, test } from 'vitest';
import { choosePlanButton, isNextPlan, type PlanButton } from './plan-buttons.ts';

const cases: { own: PlanId; buttons: PlanButton[]; next: PlanId | undefined }[] = [
  { own: 'free', buttons: ['current', 'subscribe', 'subscribe'], next: 'pro' },
  { own: 'pro', buttons: ['manage', 'current', 'subscribe'], next: 'premium' },
  { own: 'premium', buttons: ['manage', 'manage', 'current'], next: undefined },
];

test.each(cases)('a user on $own sees $buttons', ({ own, buttons, next }) => {
  expect(planIds.map((plan) => choosePlanButton(plan, own))).toEqual(buttons);
  expect(planIds.find((plan) => isNextPlan(plan, own))).toBe(next);
});

test('highlights Pro for a visitor', () => {
  expect(planIds.filter((plan) => isNextPlan(plan, null))).toEqual(['pro']);
});
