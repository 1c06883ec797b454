import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { upload } from '../../api/client.ts';
import { cachePost } from '../../posts/lists-queries.ts';
import { POSTS } from '../../api/query-keys.ts';
import { movedPost } from './move.rules.ts';

/** Live events are deferred while this mutation runs (api/live-events.ts). */
const MOVE = [...POSTS, 'move'] as const;

export interface Move {
  post: Post;
  to: Date;
}

export function useMovePost() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: MOVE,
    // Moves run one after the other, so that an undo follows the move that it reverts.
    scope: { id: MOVE.join(' ') },
    mutationFn: ({ post, to }: Move) => {
      const fields = { scheduledTime: to.toISOString() };
      return upload(updatePost, { params: { id: post._id }, fields, files: [] });
    },
    onMutate: async ({ post, to }) => {
      // A response in flight still has the old due time.
      await queries.cancelQueries({ queryKey: POSTS });
      cachePost(queries, movedPost(post, to));
    },
    onError: (_error, { post }) => cachePost(queries, post),
    onSettled: () => {
      // Only the last move refetches: an earlier response would briefly revert later moves.
      if (queries.isMutating({ mutationKey: MOVE }) > 1) return;
      void queries.invalidateQueries({ queryKey: POSTS });
    },
  });
}
