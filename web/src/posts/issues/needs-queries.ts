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

/** Under the key of the posts: a live event about posts fetches it again. */
export const NEEDS_KEY = [...POSTS, 'needs'] as const;
/** Covers live events that were missed. */
const POLL_INTERVAL_MS = 60_000;

/** The needs of the user, most severe first. */
export function useNeeds() {
  return useQuery({
    queryKey: NEEDS_KEY,
    queryFn: async ({ signal }) => (await call(listIssues, { signal })).needs,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** The need that stops this account; undefined where nothing is known to. */
export function useBlockingNeed(instagramAccountId: string | null) {
  const { data } = useNeeds();
  return data?.find(
    (need) => blocksAccount(need) && need.account?.instagramAccountId === instagramAccountId,
  );
}

/** Tells whether a scheduled post is at risk. */
export function useIsAtRisk(): IsAtRisk {
  const first = useSession().user?.instagramAccountId ?? null;
  const { data } = useNeeds();
  return useMemo(() => createIsAtRisk(data, first), [data, first]);
}

/** Dismisses failed posts. */
export function useDismissFailures() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (postIds: string[]) => call(dismissFailures, { body: { postIds } }),
    onSuccess: ({ needs }) => queries.setQueryData(NEEDS_KEY, needs),
    // A refusal means that a post no longer exists.
    onSettled: () => void queries.invalidateQueries({ queryKey: NEEDS_KEY }),
  });
}

/** Asks Instagram whether it still restricts an account. */
export function useRetryAccount(instagramAccountId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(retryInstagramAccount, { params: { id: instagramAccountId } }),
    onSuccess: ({ needs }) => queries.setQueryData(NEEDS_KEY, needs),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
