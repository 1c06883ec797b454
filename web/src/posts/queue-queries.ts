import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import {
  addSlots,
  bestHours,
  getQueue,
  moveInQueue,
  getNextQueueSlot,
  removeSlot,
  type WeeklyTime,
  type QueueSlot,
} from '@pontual/contract/planning/queue.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { refetchIntervalFor } from './lists-queries.ts';
import { POSTS } from '../api/query-keys.ts';

/** Under the posts: what moves them moves the queue. */
const QUEUE_KEY = [...POSTS, 'queue'] as const;

/** Instagram tells new figures by the day. */
const BEST_HOURS_STALE_MS = 600_000;

export type QueueView = DataOf<typeof getQueue>;
export type QueueSlotOccurrence = QueueView['places'][number];

/** The hours of the week and what stands in them; asked for only on Premium. */
export function useQueue(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: QUEUE_KEY,
    queryFn: ({ signal }) => call(getQueue, { signal }),
    refetchInterval: ({ state }) =>
      refetchIntervalFor(state.data?.places.flatMap(({ posts }) => posts)),
  });
}

/** The next hour of the queue that is free. */
export function useNextFreeSlot() {
  return useQuery({
    queryKey: [...QUEUE_KEY, 'next'],
    queryFn: ({ signal }) => call(getNextQueueSlot, { signal }),
  });
}

/** In which hours own posts did best: those of one account, or of all. */
export function useBestHours(instagramAccountId: string | undefined) {
  return useQuery({
    queryKey: [...QUEUE_KEY, 'best-hours', instagramAccountId],
    queryFn: ({ signal }) => call(bestHours, { query: { account: instagramAccountId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: BEST_HOURS_STALE_MS,
  });
}

/** The hours are known at once; which posts stand in them is asked. */
function useSlotsUpdate() {
  const queries = useQueryClient();
  return {
    onSuccess: ({ slots }: { slots: QueueSlot[] }) =>
      queries.setQueryData<QueueView>(QUEUE_KEY, (view) => view && { ...view, slots }),
    // Also where one was gone already.
    onSettled: () => void queries.invalidateQueries({ queryKey: QUEUE_KEY }),
  };
}

export function useAddSlots() {
  return useMutation({
    mutationFn: (slots: WeeklyTime[]) => call(addSlots, { body: { slots } }),
    ...useSlotsUpdate(),
  });
}

export function useRemoveSlot() {
  return useMutation({
    mutationFn: (slot: QueueSlot) => call(removeSlot, { params: { id: slot._id } }),
    ...useSlotsUpdate(),
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
