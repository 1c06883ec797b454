// Marks in localStorage that describe the user data stored on this device. They are read before the stores
// themselves are loaded.
import { onStorageChange, readStored, store } from './storage.ts';

/** The user whose data is stored on this device. The mark is written before the data. */
export const OWNER_KEY = 'pontual.kept';
/** Set when the offline queue may contain posts, of any user. */
export const QUEUE_KEY = 'pontual.waits';

/** Records that this device stores data of this user. */
export function markOwner(owner: string): void {
  if (readStored(OWNER_KEY) !== owner) store(OWNER_KEY, owner);
}

const queueListeners = new Set<() => void>();

/** Records that the offline queue contains posts. */
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

/**
 * Returns whether the offline queue may contain posts; if not, the code that sends them need not be loaded.
 */
export const mayHaveOfflineQueue = (): boolean => readStored(QUEUE_KEY) !== null;

/** Calls the listener when this changes, in other tabs too. Returns the unsubscribe function. */
export function onOfflineQueueChange(listener: () => void): () => void {
  queueListeners.add(listener);
  return () => queueListeners.delete(listener);
}
