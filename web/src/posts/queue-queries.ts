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

export function useQueue(enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: QUEUE_KEY,
    queryFn: ({ signal }) => call(getQueue, { signal }),
    refetchInterval: ({ state }) =>
      refetchIntervalFor(state.data?.upcomingSlots.flatMap(({ posts }) => posts)),
  });
}

export function useNextFreeSlot() {
  return useQuery({
    queryKey: [...QUEUE_KEY, 'next'],
    queryFn: ({ signal }) => call(getNextQueueSlot, { signal }),
  });
}

export function useBestHours(instagramAccountId: string | undefined) {
  return useQuery({
    queryKey: [...QUEUE_KEY, 'best-hours', instagramAccountId],
    queryFn: ({ signal }) => call(bestHours, { query: { account: instagramAccountId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: BEST_HOURS_STALE_MS,
  });
}

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

/** The post in that slot takes the freed one. */
export function useMoveInQueue() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ postId, to }: { postId: string; to: Date }) =>
      call(moveInQueue, { body: { postId, scheduledTime: to.toISOString() } }),
    onSettled: () => queries.invalidateQueries({ queryKey: POSTS }),
  });
}
