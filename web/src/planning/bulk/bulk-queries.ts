import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import {
  checkBatch,
  createBatch,
  listBatches,
  undoBatch,
  type AnnouncedFile,
  type CheckedLine,
} from '@pontual/contract/planning/bulk.ts';
import type { CallOf } from '@pontual/contract/shared/endpoint.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { fetchAllPosts } from '../../posts/lists-queries.ts';
import { POSTS } from '../../api/query-keys.ts';
import type { PickedFile } from '../../composer/form.rules.ts';
import { clipCells, type BatchRow } from './batch-rows.ts';

/** The server fits many pictures to the format before it responds. */
const CREATE_TIMEOUT_MS = 180_000;

/** The key is under the posts, because a change of a post may change what can be undone. */
function useBatchesKey(): readonly unknown[] {
  const { user } = useSession();
  return [...POSTS, 'batches', user?._id];
}

export function useBatches() {
  return useQuery({
    queryKey: useBatchesKey(),
    queryFn: async ({ signal }) => (await call(listBatches, { signal })).batches,
  });
}

export type CheckedRow = CheckedLine & { urls: string[] };

const describeFile = ({ file, kind, durationMs }: PickedFile): AnnouncedFile => ({
  name: file.name,
  kind,
  bytes: file.size,
  durationMs,
});

/** Returns the rows by id; the previous result stays until the response. */
export function useCheckedRows(
  rows: readonly BatchRow[],
  files: readonly PickedFile[],
  instagramAccountId: string | undefined,
) {
  const lines = rows.map(({ line }) => clipCells(line));
  const fileDescriptions = files.map(describeFile);
  return useQuery({
    enabled: rows.length > 0,
    queryKey: ['bulk-check', rows.map(({ id }) => id), lines, fileDescriptions, instagramAccountId],
    queryFn: async ({ signal }) => {
      const body = { lines, files: fileDescriptions, instagramAccountId: instagramAccountId };
      const checked = await call(checkBatch, { body, signal });
      return new Map<string, CheckedRow>(
        checked.lines.flatMap((line, index) => {
          const urls = line.files.flatMap((at) => files[at]?.url ?? []);
          const id = rows[index]?.id;
          return id === undefined ? [] : [[id, { ...line, urls }]];
        }),
      );
    },
    placeholderData: keepPreviousData,
    // A due time that was valid may have passed.
    gcTime: 0,
  });
}

export function useTakenTimes(
  {
    from,
    until,
    instagramAccountId,
  }: { from: string; until: Date; instagramAccountId: string | undefined },
  enabled: boolean,
) {
  const lastDay = dayKey(until);
  return useQuery({
    enabled,
    queryKey: [...POSTS, 'taken-hours', from, lastDay, instagramAccountId],
    queryFn: async ({ signal }) => {
      const span = { from: startOfDay(from), to: startOfDay(lastDay, 1) };
      const posts = await fetchAllPosts(
        { ...span, status: 'scheduled', instagramAccountId },
        signal,
      );
      return posts.flatMap(({ scheduledTime }) =>
        scheduledTime === null ? [] : [new Date(scheduledTime)],
      );
    },
    placeholderData: keepPreviousData,
  });
}

/** Creates all posts or none. */
export function useCreateBatch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: CallOf<typeof createBatch>['body']) =>
      (await call(createBatch, { body, timeoutMs: CREATE_TIMEOUT_MS })).batch,
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}

export function useUndoBatch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(undoBatch, { params: { id } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: POSTS }),
  });
}
