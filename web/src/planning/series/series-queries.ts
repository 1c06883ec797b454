import { listSeries, stopSeries } from '@pontual/contract/planning/series.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

/** The key is under the posts, because a change of a post changes its series. */
const SERIES = [...POSTS, 'series'] as const;

export function useSeries() {
  return useQuery({
    queryKey: SERIES,
    queryFn: async ({ signal }) => (await call(listSeries, { signal })).series,
  });
}

export function useStopSeries(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(stopSeries, { params: { id } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
