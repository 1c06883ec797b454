import { planNames } from '@pontual/contract/billing/plans.ts';
import { useSession } from '../../api/session.tsx';
import { useLimits } from '../../posts/limits-queries.ts';
import type { Horizon } from './time-bounds.rules.ts';

/** Null while the plan's limits are unknown. */
export function useHorizon(): Horizon | null {
  const { user } = useSession();
  const limits = useLimits();
  const planName = planNames[user?.plan ?? 'free'];
  return limits === undefined ? null : { days: limits.maxScheduleDays, planName };
}
