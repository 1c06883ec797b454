// What this device remembers about the data that it holds for a user: marks in localStorage that are
// read before the stores themselves are loaded.
import { onStorageChange, readStored, store } from './storage.ts';

/** Whose posts lie on this device, to be read or sent. Written before they are. */
export const OWNER_KEY = 'pontual.kept';
/** Something may wait here, of whomever. */
export const QUEUE_KEY = 'pontual.waits';

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
