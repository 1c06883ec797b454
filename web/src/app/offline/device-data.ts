import { currentSession, onSessionChange, wasLoggedOutByUser } from '../../api/session-store.ts';
import { onStorageChange, readStored, store, storedKeys } from '../../ui/storage.ts';

/** Whose posts lie on this device, to be read or sent. Written before they are. */
const OWNER_KEY = 'pontual.kept';
/** With the owner behind it: they logged out here, and what waits of theirs is still to be deleted. */
const LOGGED_OUT_PREFIX = 'pontual.left.';
/** Something may wait here, of whomever. */
const QUEUE_KEY = 'pontual.waits';

/** From now on something of this user lies here. */
export function markOwner(owner: string): void {
  if (readStored(OWNER_KEY) !== owner) store(OWNER_KEY, owner);
}

const queueListeners = new Set<() => void>();

/** From now on something waits here to be sent. */
export function markOfflineQueue(): void {
  if (readStored(QUEUE_KEY) !== null) return;
  store(QUEUE_KEY, 'true');
  notifyListeners();
}

const notifyListeners = () => {
  for (const listener of queueListeners) listener();
};
onStorageChange((key) => {
  if (key === QUEUE_KEY || key === null) notifyListeners();
});

/** Whether something may wait here: where nothing ever did, what sends it need not be fetched. */
export const mayHaveOfflineQueue = (): boolean => readStored(QUEUE_KEY) !== null;

/** Calls when that changes, in other tabs too, until what it gives back is called. */
export function onOfflineQueueChange(listener: () => void): () => void {
  queueListeners.add(listener);
  return () => queueListeners.delete(listener);
}

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
