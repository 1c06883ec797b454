import { dismissFailures, listNeeds, retryAccount } from '@pontual/contract/needs.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { POSTS } from '../posts/lists.queries.ts';
import { atRiskAmong, stopsAccount, type IsAtRisk } from './at-risk.ts';

/** Fetched again with the posts when a live event tells of a change. */
const NEEDS = [...POSTS, 'needs'] as const;
/** For the case that the live events are cut. */
const LOOK_AGAIN_MS = 60_000;

/** What needs the user, the worst first. */
export function useNeeds() {
  return useQuery({
    queryKey: NEEDS,
    queryFn: async ({ signal }) => (await call(listNeeds, { signal })).needs,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** What stops this account, if anything does. */
export function useStopped(instagramAccountId: string | null) {
  const { data } = useNeeds();
  return data?.find(
    (need) => stopsAccount(need) && need.account?.instagramAccountId === instagramAccountId,
  );
}

/** Whether a post that waits will not be published as things are. */
export function useIsAtRisk(): IsAtRisk {
  const first = useSession().user?.instagramAccountId ?? null;
  const { data } = useNeeds();
  return useMemo(() => atRiskAmong(data, first), [data, first]);
}

/** Puts failures away that the user has seen. */
export function useDismiss() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (postIds: string[]) => call(dismissFailures, { body: { postIds } }),
    onSuccess: ({ needs }) => queries.setQueryData(NEEDS, needs),
    // A refusal tells that a post is no longer there.
    onSettled: () => void queries.invalidateQueries({ queryKey: NEEDS }),
  });
}

/** Tries an account again that Instagram had restricted. */
export function useRetryAccount(instagramAccountId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(retryAccount, { params: { id: instagramAccountId } }),
    onSuccess: ({ needs }) => queries.setQueryData(NEEDS, needs),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
