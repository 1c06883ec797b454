import {
  checkManualPublication,
  markPublished,
  startManualPublishing,
} from '@pontual/contract/planning/manual-publishing.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { POSTS } from '../../api/query-keys.ts';

function usePostsInvalidation() {
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries({ queryKey: POSTS }) };
}

/** Pontual stops its own attempts. */
export const useStartManualPublishing = (id: string) =>
  useMutation({
    mutationFn: () => call(startManualPublishing, { params: { id } }),
    ...usePostsInvalidation(),
  });

export const useFindPublishedPost = (id: string) =>
  useMutation({
    mutationFn: () => call(checkManualPublication, { params: { id } }),
    ...usePostsInvalidation(),
  });

/** For a post that the server did not find on the account. */
export const useMarkPublished = (id: string) =>
  useMutation({
    mutationFn: () => call(markPublished, { params: { id } }),
    ...usePostsInvalidation(),
  });
