import { lookForPost, markPublished, takeOverPost } from '@pontual/contract/plan-b.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { POSTS } from '../posts/lists.queries.ts';

/** Every list and the post itself are asked for again, whatever came of it. */
function useSettled() {
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries({ queryKey: POSTS }) };
}

/** Whoever works here publishes the post themselves: nothing else is tried. */
export const useTakeOver = (id: string) =>
  useMutation({ mutationFn: () => call(takeOverPost, { params: { id } }), ...useSettled() });

/** They have: it is looked for on the account. */
export const useLook = (id: string) =>
  useMutation({ mutationFn: () => call(lookForPost, { params: { id } }), ...useSettled() });

/** They have, and it is not to be found. */
export const useMark = (id: string) =>
  useMutation({ mutationFn: () => call(markPublished, { params: { id } }), ...useSettled() });
