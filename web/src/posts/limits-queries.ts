import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { ACCOUNT } from '../api/query-keys.ts';
import { useSession } from '../api/session.tsx';

/** A visitor gets the limits of the free plan. */
export function useLimitsQuery() {
  const { user } = useSession();
  return useQuery({
    // Another plan has other limits. Under `account`, a live event of a plan change refetches it.
    queryKey: [...ACCOUNT, 'limits', user?.plan],
    queryFn: async ({ signal }) => (await call(planLimits, { signal })).limits,
  });
}

export const useLimits = () => useLimitsQuery().data;
