import type { User } from '@pontual/contract/identity/auth.ts';
import { checkInstagramAccounts } from '@pontual/contract/instagram/readiness.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';

/** The server asks Instagram, and reuses the answer for minutes to hours. */
const STALE_MS = 5 * 60_000;

export const readinessKey = (user: User | null) => ['readiness', user?.workspace];

/** What works on the connected accounts. */
export function useReadiness() {
  const { user } = useSession();
  return useQuery({
    queryKey: readinessKey(user),
    queryFn: ({ signal }) => call(checkInstagramAccounts, { query: {}, signal }),
    staleTime: STALE_MS,
  });
}
