import { monthlyReport } from '@pontual/contract/insights/reports.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

/** In ms: covers changes without a live event, such as engagement, and a broken event stream. */
const REFRESH_MS = 300_000;

/** The previous report stays visible while another one loads. */
export function useMonthlyReport(
  { month, account }: { month: string; account: string | undefined },
  enabled: boolean,
) {
  return useQuery({
    enabled,
    // A child of the posts key: a change of posts also changes the numbers (api/live-events.ts).
    queryKey: [...POSTS, 'report', month, account],
    queryFn: ({ signal }) => call(monthlyReport, { params: { month }, query: { account }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
