import type { User } from '@pontual/contract/identity/auth.ts';
import { limitsByPlan } from '@pontual/contract/billing/plans.ts';
import { usePostStats } from '../../posts/lists-queries.ts';
import { useLimits } from '../../posts/limits-queries.ts';

export interface PlanUsage {
  used: number | undefined;
  /** Null means no limit. */
  max: number | null;
}

export function usePlanUsage({ plan }: User): PlanUsage {
  const { maxPosts } = useLimits() ?? limitsByPlan[plan];
  const stats = usePostStats();
  return { used: stats.data?.thisMonth, max: maxPosts === -1 ? null : maxPosts };
}
