import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isConnectionError } from '../../api/connection-errors.ts';
import { POSTS } from '../../api/query-keys.ts';
import { useSession } from '../../api/session.tsx';
import { cacheQueries } from './offline-cache.ts';

/** Must be mounted once. */
export function useOfflineCache(): void {
  const client = useQueryClient();
  const owner = useSession().user?._id;
  useEffect(() => (owner === undefined ? undefined : cacheQueries(client, owner)), [client, owner]);
}

function onConnectionChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** A network connection of the device, which need not reach the server. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(onConnectionChange, () => navigator.onLine);

/** When the displayed data was fetched, in ms since 1970; null while it is current. */
export function useStaleSince(): number | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => {
      const unsubscribers = [
        onConnectionChange(listener),
        client.getQueryCache().subscribe(listener),
      ];
      return () => unsubscribers.forEach((end) => end());
    },
    () => staleSince(client),
  );
}

function staleSince(client: QueryClient): number | null {
  const staleTimes = client
    .getQueryCache()
    .findAll({ queryKey: POSTS, type: 'active' })
    .map(({ state }) => state)
    .filter(({ data }) => data !== undefined)
    .filter(({ error, fetchFailureReason }) =>
      navigator.onLine ? isConnectionError(fetchFailureReason ?? error) : true,
    )
    .map(({ dataUpdatedAt }) => dataUpdatedAt);
  return staleTimes.length === 0 ? null : Math.min(...staleTimes);
}
