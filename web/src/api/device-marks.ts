// Marks of the user data on this device. They are read before the stores themselves are loaded.
import { onStorageChange, readStored, store } from './storage.ts';

/** The user whose data is stored on this device. The mark is written before the data. */
export const OWNER_KEY = 'pontual.kept';
/** Set when the offline queue may contain posts, of any user. */
export const QUEUE_KEY = 'pontual.waits';

export function markOwner(owner: string): void {
  if (readStored(OWNER_KEY) !== owner) store(OWNER_KEY, owner);
}

const queueListeners = new Set<() => void>();

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

/** If false, the code that sends offline posts need not be loaded. */
export const mayHaveOfflineQueue = (): boolean => readStored(QUEUE_KEY) !== null;

/** Reports changes of other tabs, too. */
export function onOfflineQueueChange(listener: () => void): () => void {
  queueListeners.add(listener);
  return () => queueListeners.delete(listener);
}
