import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { ACCOUNT } from '../api/query-keys.ts';
import { useSession } from '../api/session.tsx';

/** Queries the limits of the caller's plan; those of the free plan for a visitor. */
export function useLimitsQuery() {
  const { user } = useSession();
  return useQuery({
    // The key contains the plan, because another plan has other limits. It is under `account`, so a live
    // event of a plan change refetches it (api/live-events.ts).
    queryKey: [ACCOUNT, 'limits', user?.plan],
    queryFn: async ({ signal }) => (await call(planLimits, { signal })).limits,
  });
}

/** Returns the limits of the caller's plan; undefined until they are loaded. */
export const useLimits = () => useLimitsQuery().data;
