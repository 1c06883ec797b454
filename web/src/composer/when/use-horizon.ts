import { planNames } from '@pontual/contract/billing/plans.ts';
import { useSession } from '../../api/session.tsx';
import { useLimits } from '../../posts/limits-queries.ts';
import type { Horizon } from './time-bounds.rules.ts';

/** Returns the horizon of the user's plan; null while it is unknown. */
export function useHorizon(): Horizon | null {
  const { user } = useSession();
  const limits = useLimits();
  const planName = planNames[user?.plan ?? 'free'];
  return limits === undefined ? null : { days: limits.maxScheduleDays, planName };
}
