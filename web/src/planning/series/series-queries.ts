import { listSeries, stopSeries } from '@pontual/contract/planning/series.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

/** Under the posts: what makes them changes the series. */
const SERIES = [...POSTS, 'series'] as const;

/** The posts that come again. */
export function useSeries() {
  return useQuery({
    queryKey: SERIES,
    queryFn: async ({ signal }) => (await call(listSeries, { signal })).series,
  });
}

/** Has no more posts of a series made. */
export function useStopSeries(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(stopSeries, { params: { id } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
