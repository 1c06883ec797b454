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
export const ISSUES_KEY = [...POSTS, 'issues'] as const;
/** In ms. The poll covers missed live events. */
const POLL_INTERVAL_MS = 60_000;

export function useIssues() {
  return useQuery({
    queryKey: ISSUES_KEY,
    queryFn: async ({ signal }) => (await call(listIssues, { signal })).issues,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export function useBlockingIssue(instagramAccountId: string | null) {
  const { data } = useIssues();
  return data?.find(
    (issue) => blocksAccount(issue) && issue.account?.instagramAccountId === instagramAccountId,
  );
}

export function useIsAtRisk(): IsAtRisk {
  const first = useSession().user?.instagramAccountId ?? null;
  const { data } = useIssues();
  return useMemo(() => createIsAtRisk(data, first), [data, first]);
}

export function useDismissFailures() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (postIds: string[]) => call(dismissFailures, { body: { postIds } }),
    onSuccess: ({ issues }) => queries.setQueryData(ISSUES_KEY, issues),
    onSettled: () => void queries.invalidateQueries({ queryKey: ISSUES_KEY }),
  });
}

export function useRetryAccount(instagramAccountId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(retryInstagramAccount, { params: { id: instagramAccountId } }),
    onSuccess: ({ issues }) => queries.setQueryData(ISSUES_KEY, issues),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
