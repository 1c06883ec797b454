import { monthlyReport } from '@pontual/contract/insights/reports.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

/** For what no live event tells of: engagement, and the case that the events are cut. */
const REFRESH_MS = 300_000;

/** What a month brought; while another one is fetched, the one before stays. */
export function useMonthlyReport(
  { month, account }: { month: string; account: string | undefined },
  enabled: boolean,
) {
  return useQuery({
    enabled,
    // Under the posts: what changes them changes the numbers (api/live-events.ts).
    queryKey: [...POSTS, 'report', month, account],
    queryFn: ({ signal }) => call(monthlyReport, { params: { month }, query: { account }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
