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

/** The key is under the posts, because a moved post changes the queue. */
const QUEUE_KEY = [...POSTS, 'queue'] as const;

/** In ms. Instagram updates its statistics daily. */
const BEST_HOURS_STALE_MS = 600_000;

export type QueueView = DataOf<typeof getQueue>;
export type QueueSlotOccurrence = QueueView['upcomingSlots'][number];

/** Queries the weekly slots and their posts; enabled only on Premium. */
export function useQueue(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: QUEUE_KEY,
    queryFn: ({ signal }) => call(getQueue, { signal }),
    refetchInterval: ({ state }) =>
      refetchIntervalFor(state.data?.upcomingSlots.flatMap(({ posts }) => posts)),
  });
}

/** Queries the next free slot of the queue. */
export function useNextFreeSlot() {
  return useQuery({
    queryKey: [...QUEUE_KEY, 'next'],
    queryFn: ({ signal }) => call(getNextQueueSlot, { signal }),
  });
}

/** Queries the hours in which the user's posts performed best, for one account or for all. */
export function useBestHours(instagramAccountId: string | undefined) {
  return useQuery({
    queryKey: [...QUEUE_KEY, 'best-hours', instagramAccountId],
    queryFn: ({ signal }) => call(bestHours, { query: { account: instagramAccountId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: BEST_HOURS_STALE_MS,
  });
}

/** Applies the changed slots at once and refetches their posts. */
function useSlotsUpdate() {
  const queries = useQueryClient();
  return {
    onSuccess: ({ slots }: { slots: QueueSlot[] }) =>
      queries.setQueryData<QueueView>(QUEUE_KEY, (view) => view && { ...view, slots }),
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

/** Moves a post to another slot; the post in that slot takes the freed one. */
export function useMoveInQueue() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ postId, to }: { postId: string; to: Date }) =>
      call(moveInQueue, { body: { postId, scheduledTime: to.toISOString() } }),
    onSettled: () => queries.invalidateQueries({ queryKey: POSTS }),
  });
}
