import { expect, test } from 'vitest';
import { horizonEnd, limitsByPlan } from './plans.ts';

test.each([
  ['free', '2026-11-29T14:32:10Z'],
  ['pro', '2026-12-22T14:32:10Z'],
  ['premium', '2027-11-22T14:32:10Z'],
] as const)('the plan %s schedules posts up to %s', (plan, end) => {
  const now = new Date('2026-11-22T14:32:10Z');
  expect(horizonEnd(now, limitsByPlan[plan].maxScheduleDays)).toEqual(new Date(end));
});
