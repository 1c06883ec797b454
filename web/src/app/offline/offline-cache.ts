import type { Query, QueryClient } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, set } from 'idb-keyval';
import { isConnectionError } from '../../api/connection-errors.ts';
import { currentSession, currentWorkspace } from '../../api/session-store.ts';
import { readNow } from '../../posts/now.ts';
import { findEntry, isCacheable, isCacheExpired, type CacheEntry } from './offline-cache.rules.ts';
import { markOwner } from '../../api/device-marks.ts';

const queryStore = createStore('pontual-kept', 'queries');

const cachePrefix = (owner: string) => `${owner} ${currentWorkspace()}`;
const cacheKey = (owner: string, key: readonly unknown[]) =>
  `${cachePrefix(owner)} ${JSON.stringify(key)}`;

export const clearOfflineCache = (): Promise<void> => clear(queryStore);

/** Restores results only when the server is not reached. Returns the unsubscribe function. */
export function cacheQueries(client: QueryClient, owner: string): () => void {
  const isOwnerLoggedIn = () => currentSession()?.user._id === owner;
  prune(owner).catch(() => undefined);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isCacheable(event.query.queryKey) || !isOwnerLoggedIn())
      return;
    const { query, action } = event;
    if (action.type === 'success' && action.manual !== true) {
      saveEntry(owner, query).catch(() => undefined);
    }
    const failed = action.type === 'failed' || action.type === 'error';
    if (failed && query.state.data === undefined && isConnectionError(action.error)) {
      restoreEntry(client, owner, query).catch(() => undefined);
    }
  });
}

async function saveEntry(owner: string, { queryKey, state }: Query): Promise<void> {
  markOwner(owner);
  const entry: CacheEntry = { key: queryKey, data: state.data, fetchedAt: state.dataUpdatedAt };
  await set(cacheKey(owner, queryKey), entry, queryStore);
}

async function readEntries(owner: string): Promise<[string, CacheEntry][]> {
  const all = await entries<string, CacheEntry>(queryStore);
  return all.filter(([name]) => name.startsWith(`${cachePrefix(owner)} `));
}

async function restoreEntry(
  client: QueryClient,
  owner: string,
  { queryKey }: Query,
): Promise<void> {
  const all = await readEntries(owner);
  const found = findEntry(
    queryKey,
    all.map(([, entry]) => entry),
  );
  const hasCome = client.getQueryData(queryKey) !== undefined;
  if (found === undefined || hasCome || currentSession()?.user._id !== owner) return;
  client.setQueryData(queryKey, found.data, { updatedAt: found.fetchedAt });
}

async function prune(owner: string): Promise<void> {
  const all = await entries<string, CacheEntry>(queryStore);
  const expired = all.filter(
    ([name, entry]) => !name.startsWith(`${owner} `) || isCacheExpired(entry, readNow().getTime()),
  );
  await delMany(
    expired.map(([name]) => name),
    queryStore,
  );
}
