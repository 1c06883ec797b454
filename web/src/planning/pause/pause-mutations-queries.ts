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

/** Known at once, and every list asked for again. */
function usePauseStateUpdate() {
  const queries = useQueryClient();
  return {
    onSuccess: (state: PauseState) => queries.setQueryData(PAUSE_KEY, state),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  };
}

/** Pauses everything until an instant; null: until it is resumed. */
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

/** The posts that were held, while somebody looks at them. */
export function useHeldPosts(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'held'],
    queryFn: ({ signal }) => call(listHeldPosts, { signal }),
  });
}

/** What becomes of them: a new hour, or null for those that stay drafts. */
export function useRescheduleHeldPosts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (posts: { postId: string; scheduledTime: string | null }[]) =>
      call(rescheduleHeldPosts, { body: { posts } }),
    // A refusal tells that they are no longer what is shown.
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
