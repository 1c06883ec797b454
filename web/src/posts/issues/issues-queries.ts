import {
  dismissFailures,
  listIssues,
  retryInstagramAccount,
} from '@pontual/contract/posts/issues.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { POSTS } from '../../api/query-keys.ts';
import { createIsAtRisk, blocksAccount, type IsAtRisk } from './at-risk.ts';

/** Under the key of the posts: a live event about posts refetches it. */
export const NEEDS_KEY = [...POSTS, 'needs'] as const;
/** In ms. The poll covers missed live events. */
const POLL_INTERVAL_MS = 60_000;

/** Queries the issues of the user, most severe first. */
export function useNeeds() {
  return useQuery({
    queryKey: NEEDS_KEY,
    queryFn: async ({ signal }) => (await call(listIssues, { signal })).needs,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Returns the issue that blocks this account; undefined without a known one. */
export function useBlockingNeed(instagramAccountId: string | null) {
  const { data } = useNeeds();
  return data?.find(
    (need) => blocksAccount(need) && need.account?.instagramAccountId === instagramAccountId,
  );
}

/** Returns a function that decides whether a scheduled post is at risk. */
export function useIsAtRisk(): IsAtRisk {
  const first = useSession().user?.instagramAccountId ?? null;
  const { data } = useNeeds();
  return useMemo(() => createIsAtRisk(data, first), [data, first]);
}

export function useDismissFailures() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (postIds: string[]) => call(dismissFailures, { body: { postIds } }),
    onSuccess: ({ needs }) => queries.setQueryData(NEEDS_KEY, needs),
    onSettled: () => void queries.invalidateQueries({ queryKey: NEEDS_KEY }),
  });
}

/** Tests whether Instagram still restricts an account. */
export function useRetryAccount(instagramAccountId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(retryInstagramAccount, { params: { id: instagramAccountId } }),
    onSuccess: ({ needs }) => queries.setQueryData(NEEDS_KEY, needs),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
