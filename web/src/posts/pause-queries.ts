import { getPause } from '@pontual/contract/planning/pause.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { POSTS } from '../api/query-keys.ts';

export const PAUSE_KEY = [...POSTS, 'pause'] as const;
/** In ms, in case live events are disconnected. */
const POLL_INTERVAL_MS = 60_000;

export function usePause(enabled = true) {
  return useQuery({
    enabled,
    queryKey: PAUSE_KEY,
    queryFn: ({ signal }) => call(getPause, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}
