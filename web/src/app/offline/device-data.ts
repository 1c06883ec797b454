import { mayHaveOfflineQueue, OWNER_KEY, QUEUE_KEY } from '../../api/device-marks.ts';
import { currentSession, onSessionChange, wasLoggedOutByUser } from '../../api/session-store.ts';
import { readStored, store, storedKeys } from '../../api/storage.ts';

/** With the owner behind it: they logged out here, and what waits of theirs is still to be deleted. */
const LOGGED_OUT_PREFIX = 'pontual.left.';

/** What deletes. */
interface DeviceCleanup {
  clearOfflineCache: () => Promise<void>;
  clearOfflineQueue: (owner: string) => Promise<void>;
  /** What has waited too long; answers how many still wait. */
  clearExpired: () => Promise<number>;
}

const loadOfflineQueueStore = () => import('../../composer/offline-queue/offline-post-store.ts');
const defaultCleanup: DeviceCleanup = {
  clearOfflineCache: async () => (await import('./offline-cache.ts')).clearOfflineCache(),
  clearOfflineQueue: async (owner) => (await loadOfflineQueueStore()).deleteOfflinePostsOf(owner),
  clearExpired: async () => (await loadOfflineQueueStore()).deleteExpiredOfflinePosts(),
};

/**
 * What was read is forgotten when its user is not logged in any more, for whatever reason, and what
 * waits to be sent when they logged out. Looked at with each page too: a crash leaves nothing behind.
 */
export function clearDeviceDataWithSession(cleanup = defaultCleanup): void {
  const currentOwner = () => currentSession()?.user._id ?? null;
  let last = currentOwner();
  const checkOwner = () => {
    const now = currentOwner();
    // The wish comes first: the page may end before it is done.
    if (last !== null && now === null && wasLoggedOutByUser())
      store(LOGGED_OUT_PREFIX + last, 'true');
    last = now;
    for (const key of storedKeys(LOGGED_OUT_PREFIX)) {
      cleanup
        .clearOfflineQueue(key.slice(LOGGED_OUT_PREFIX.length))
        .then(() => store(key, null))
        // It is tried again with the next page.
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
