import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { ACCOUNT } from '../api/query-keys.ts';
import { useSession } from '../api/session.tsx';

/** What the caller's plan allows, those of the free plan for a visitor. */
export function useLimitsQuery() {
  const { user } = useSession();
  return useQuery({
    // Another plan has other limits. Under `account`: what was asked for while the browser did not
    // know of the plan yet is asked for again when a live event tells of it (api/live-events.ts).
    queryKey: [ACCOUNT, 'limits', user?.plan],
    queryFn: async ({ signal }) => (await call(planLimits, { signal })).limits,
  });
}

/** The same; undefined until it is known. */
export const useLimits = () => useLimitsQuery().data;
