import {
  checkManualPublication,
  markPublished,
  startManualPublishing,
} from '@pontual/contract/planning/manual-publishing.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

/** Every list and the post itself are asked for again, whatever came of it. */
function usePostsInvalidation() {
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries({ queryKey: POSTS }) };
}

/** Whoever works here publishes the post themselves: nothing else is tried. */
export const useStartManualPublishing = (id: string) =>
  useMutation({
    mutationFn: () => call(startManualPublishing, { params: { id } }),
    ...usePostsInvalidation(),
  });

/** They have: it is looked for on the account. */
export const useFindPublishedPost = (id: string) =>
  useMutation({
    mutationFn: () => call(checkManualPublication, { params: { id } }),
    ...usePostsInvalidation(),
  });

/** They have, and it is not to be found. */
export const useMarkPublished = (id: string) =>
  useMutation({
    mutationFn: () => call(markPublished, { params: { id } }),
    ...usePostsInvalidation(),
  });
