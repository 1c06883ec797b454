import { getPause } from '@pontual/contract/pause.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { POSTS } from '../posts/lists.queries.ts';

export const PAUSE = [...POSTS, 'pause'] as const;
/** For the case that the live events are cut. */
const LOOK_AGAIN_MS = 60_000;

/** Whether everything is paused, and what waits because of it. */
export function usePause(enabled = true) {
  return useQuery({
    enabled,
    queryKey: PAUSE,
    queryFn: ({ signal }) => call(getPause, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
