import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isNoLine } from '../api/no-line.ts';
import { useSession } from '../api/session.tsx';
import { keepQueries } from './kept.ts';

/** Keeps on the device what the lists of posts bring. Mounted once. */
export function useKeptQueries(): void {
  const client = useQueryClient();
  const owner = useSession().user?._id;
  // The browser's storage is outside React.
  useEffect(() => (owner === undefined ? undefined : keepQueries(client, owner)), [client, owner]);
}

function onLine(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the device says that it has a line; it may lead nowhere. */
export const useHasLine = (): boolean => useSyncExternalStore(onLine, () => navigator.onLine);

/** When what is shown was fetched, in ms since 1970; null while it is as the server has it. */
export function useShownSince(): number | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => {
      const ends = [onLine(listener), client.getQueryCache().subscribe(listener)];
      return () => ends.forEach((end) => end());
    },
    () => shownSince(client),
  );
}

function shownSince(client: QueryClient): number | null {
  const old = client
    .getQueryCache()
    .findAll({ queryKey: ['posts'], type: 'active' })
    .map(({ state }) => state)
    .filter(({ data }) => data !== undefined)
    .filter(({ error, fetchFailureReason }) =>
      navigator.onLine ? isNoLine(fetchFailureReason ?? error) : true,
    )
    .map(({ dataUpdatedAt }) => dataUpdatedAt);
  return old.length === 0 ? null : Math.min(...old);
}
