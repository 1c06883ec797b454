import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { usePostStats } from '../../posts/lists-queries.ts';
import { useLimits } from '../../posts/limits-queries.ts';

/** What a plan allows in a month, and how much of it is gone. */
export interface PlanUsage {
  /** Undefined until it is known. */
  used: number | undefined;
  /** Null is without end. */
  max: number | null;
}

/** This month's use of the plan. */
export function usePlanUsage({ plan }: User): PlanUsage {
  const { maxPosts } = useLimits() ?? limitsByPlan[plan];
  const stats = usePostStats();
  return { used: stats.data?.thisMonth, max: maxPosts === -1 ? null : maxPosts };
}
