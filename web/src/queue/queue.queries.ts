import type { DataOf } from '@pontual/contract/endpoint.ts';
import {
  addSlots,
  bestHours,
  getQueue,
  moveInQueue,
  nextPlace,
  removeSlot,
  type HourOfWeek,
  type Slot,
} from '@pontual/contract/queue.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { pace, POSTS } from '../posts/lists.queries.ts';

/** Under the posts: what moves them moves the queue. */
const QUEUE = [...POSTS, 'queue'] as const;

/** Instagram tells new figures by the day. */
const FIGURES_FRESH_MS = 600_000;

export type QueueView = DataOf<typeof getQueue>;
export type Place = QueueView['places'][number];

/** The hours of the week and what stands in them; asked for only on Premium. */
export function useQueue(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: QUEUE,
    queryFn: ({ signal }) => call(getQueue, { signal }),
    refetchInterval: ({ state }) => pace(state.data?.places.flatMap(({ posts }) => posts)),
  });
}

/** The next hour of the queue that is free. */
export function useNextPlace() {
  return useQuery({
    queryKey: [...QUEUE, 'next'],
    queryFn: ({ signal }) => call(nextPlace, { signal }),
  });
}

/** In which hours own posts did best: those of one account, or of all. */
export function useBestHours(account: string | undefined) {
  return useQuery({
    queryKey: [...QUEUE, 'best-hours', account],
    queryFn: ({ signal }) => call(bestHours, { query: { account }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FIGURES_FRESH_MS,
  });
}

/** The hours are known at once; which posts stand in them is asked. */
function useTaken() {
  const queries = useQueryClient();
  return {
    onSuccess: ({ slots }: { slots: Slot[] }) =>
      queries.setQueryData<QueueView>(QUEUE, (view) => view && { ...view, slots }),
    // Also where one was gone already.
    onSettled: () => void queries.invalidateQueries({ queryKey: QUEUE }),
  };
}

export function useAddSlots() {
  return useMutation({
    mutationFn: (slots: HourOfWeek[]) => call(addSlots, { body: { slots } }),
    ...useTaken(),
  });
}

export function useRemoveSlot() {
  return useMutation({
    mutationFn: (slot: Slot) => call(removeSlot, { params: { id: slot._id } }),
    ...useTaken(),
  });
}

/** Gives a post another hour; a post that has it takes the hour that becomes free. */
export function useMoveInQueue() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ postId, to }: { postId: string; to: Date }) =>
      call(moveInQueue, { body: { postId, scheduledTime: to.toISOString() } }),
    // A refusal tells that the queue is no longer what is shown.
    onSettled: () => queries.invalidateQueries({ queryKey: POSTS }),
  });
}
