import { advancedAnalytics, basicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

/** Under the posts: what changes them changes the numbers (api/live-events.ts). */
const ANALYTICS = [...POSTS, 'analytics'] as const;

/** For what no live event tells of: a new day, and the case that the events are cut. */
const REFRESH_MS = 60_000;
/** Of engagement no event tells either; Instagram itself is asked seldom. */
const SLOW_REFRESH_MS = 300_000;

/** What went out lately, of one account or of all; asked for only where the plan has it. */
export function useBasicAnalytics(account: string | undefined, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...ANALYTICS, 'basic', account],
    queryFn: ({ signal }) => call(basicAnalytics, { query: { account }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Six months of it, and how people took it. */
export function useAdvancedAnalytics(account: string | undefined) {
  return useQuery({
    queryKey: [...ANALYTICS, 'advanced', account],
    queryFn: ({ signal }) => call(advancedAnalytics, { query: { account }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SLOW_REFRESH_MS,
  });
}
