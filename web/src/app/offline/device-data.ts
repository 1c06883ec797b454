import { mayHaveOfflineQueue, OWNER_KEY, QUEUE_KEY } from '../../api/device-marks.ts';
import { currentSession, onSessionChange, wasLoggedOutByUser } from '../../api/session-store.ts';
import { readStored, store, storedKeys } from '../../api/storage.ts';

/** Key prefix, followed by a user who logged out here and whose offline queue is still to be deleted. */
const LOGGED_OUT_PREFIX = 'pontual.left.';

interface DeviceCleanup {
  clearOfflineCache: () => Promise<void>;
  clearOfflineQueue: (owner: string) => Promise<void>;
  /** Resolves with the number of remaining posts. */
  clearExpired: () => Promise<number>;
}

const loadOfflineQueueStore = () => import('../../composer/offline-queue/offline-post-store.ts');
const defaultCleanup: DeviceCleanup = {
  clearOfflineCache: async () => (await import('./offline-cache.ts')).clearOfflineCache(),
  clearOfflineQueue: async (owner) => (await loadOfflineQueueStore()).deleteOfflinePostsOf(owner),
  clearExpired: async () => (await loadOfflineQueueStore()).deleteExpiredOfflinePosts(),
};

/** Deletes the cache when a session ends, the queue after a logout; also at page load, after a crash. */
export function clearDeviceDataWithSession(cleanup = defaultCleanup): void {
  const currentOwner = () => currentSession()?.user._id ?? null;
  let last = currentOwner();
  const checkOwner = () => {
    const now = currentOwner();
    // The mark is written first, because the page may close before the deletion ends.
    if (last !== null && now === null && wasLoggedOutByUser())
      store(LOGGED_OUT_PREFIX + last, 'true');
    last = now;
    for (const key of storedKeys(LOGGED_OUT_PREFIX)) {
      cleanup
        .clearOfflineQueue(key.slice(LOGGED_OUT_PREFIX.length))
        .then(() => store(key, null))
        .catch(() => undefined);
    }
    const owner = readStored(OWNER_KEY);
    if (owner === null || owner === now) return;
    cleanup
      .clearOfflineCache()
      .then(() => {
        if (readStored(OWNER_KEY) === owner) store(OWNER_KEY, null);
      })
      .catch(() => undefined);
  };
  checkOwner();
  onSessionChange(checkOwner);
  if (!mayHaveOfflineQueue()) return;
  cleanup
    .clearExpired()
    .then((remaining) => {
      if (remaining === 0) store(QUEUE_KEY, null);
    })
    .catch(() => undefined);
}
