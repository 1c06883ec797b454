import { planLimits } from '@pontual/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';

/** What the caller's plan allows, those of the free plan for a visitor; undefined until known. */
export function useLimits() {
  const { user } = useSession();
  const { data } = useQuery({
    // Another plan has other limits.
    queryKey: ['limits', user?.plan],
    queryFn: async ({ signal }) => (await call(planLimits, { signal })).limits,
  });
  return data;
}
