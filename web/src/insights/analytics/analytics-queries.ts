import { advancedAnalytics, basicAnalytics } from '@pontual/contract/insights/analytics.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

/** A child of the posts key: a change of posts also changes the numbers (api/live-events.ts). */
const ANALYTICS = [...POSTS, 'analytics'] as const;

/** In ms: covers changes without a live event, such as a new day, and a broken event stream. */
const REFRESH_MS = 60_000;
/** In ms: live events do not cover engagement, and Instagram is polled rarely. */
const SLOW_REFRESH_MS = 300_000;

export function useBasicAnalytics(account: string | undefined, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...ANALYTICS, 'basic', account],
    queryFn: ({ signal }) => call(basicAnalytics, { query: { account }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function useAdvancedAnalytics(account: string | undefined) {
  return useQuery({
    queryKey: [...ANALYTICS, 'advanced', account],
    queryFn: ({ signal }) => call(advancedAnalytics, { query: { account }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SLOW_REFRESH_MS,
  });
}
