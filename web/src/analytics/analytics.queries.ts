import { advancedAnalytics, basicAnalytics } from '@pontual/contract/analytics.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { POSTS } from '../posts/lists.queries.ts';

/** Under the posts: what changes them changes the numbers (api/live.ts). */
const ANALYTICS = [...POSTS, 'analytics'] as const;

/** For what no live event tells of: a new day, and the case that the events are cut. */
const CALM_MS = 60_000;
/** Of engagement no event tells either; Instagram itself is asked seldom. */
const SLOW_MS = 300_000;

/** What went out lately; asked for only where the plan has it. */
export function useBasicAnalytics(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...ANALYTICS, 'basic'],
    queryFn: ({ signal }) => call(basicAnalytics, { signal }),
    refetchInterval: CALM_MS,
  });
}

/** Six months of it, and how people took it. */
export function useAdvancedAnalytics() {
  return useQuery({
    queryKey: [...ANALYTICS, 'advanced'],
    queryFn: ({ signal }) => call(advancedAnalytics, { signal }),
    refetchInterval: SLOW_MS,
  });
}
