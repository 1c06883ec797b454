import {
  listHeldPosts,
  pausePublishing,
  resumePublishing,
  rescheduleHeldPosts,
  type PauseState,
} from '@pontual/contract/planning/pause.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';
import { PAUSE_KEY } from '../../posts/pause-queries.ts';

function usePauseStateUpdate() {
  const queries = useQueryClient();
  return {
    onSuccess: (state: PauseState) => queries.setQueryData(PAUSE_KEY, state),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  };
}

/** Null pauses until it is resumed. */
export function usePausePublishing() {
  return useMutation({
    mutationFn: (until: Date | null) =>
      call(pausePublishing, { body: { until: until?.toISOString() ?? null } }),
    ...usePauseStateUpdate(),
  });
}

export function useResume() {
  return useMutation({ mutationFn: () => call(resumePublishing, {}), ...usePauseStateUpdate() });
}

export function useHeldPosts(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'held'],
    queryFn: ({ signal }) => call(listHeldPosts, { signal }),
  });
}

export function useRescheduleHeldPosts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (posts: { postId: string; scheduledTime: string | null }[]) =>
      call(rescheduleHeldPosts, { body: { posts } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
