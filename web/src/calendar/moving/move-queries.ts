import { updatePost } from '@pontual/contract/posts/post-changes.ts';
import type { Post } from '@pontual/contract/posts/posts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { upload } from '../../api/client.ts';
import { cachePost } from '../../posts/lists-queries.ts';
import { POSTS } from '../../api/query-keys.ts';
import { movedPost } from './move.rules.ts';

/** Live events wait for it (api/live-events.ts). */
const MOVE = [...POSTS, 'move'] as const;

export interface Move {
  post: Post;
  to: Date;
}

/** Gives a post another hour: shown at once, and put back where the server refuses. */
export function useMovePost() {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: MOVE,
    // One after the other: what is taken back comes after what it takes back.
    scope: { id: MOVE.join(' ') },
    mutationFn: ({ post, to }: Move) => {
      const fields = { scheduledTime: to.toISOString() };
      return upload(updatePost, { params: { id: post._id }, fields, files: [] });
    },
    onMutate: async ({ post, to }) => {
      // An answer on its way still has the old hour.
      await queries.cancelQueries({ queryKey: POSTS });
      cachePost(queries, movedPost(post, to));
    },
    onError: (_error, { post }) => cachePost(queries, post),
    onSettled: () => {
      // The last one asks for all: an earlier answer would put later ones back for a moment.
      if (queries.isMutating({ mutationKey: MOVE }) > 1) return;
      void queries.invalidateQueries({ queryKey: POSTS });
    },
  });
}
