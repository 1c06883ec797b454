import { currentSession, onSessionChange, wasLeftOnPurpose } from '../api/session-store.ts';
import { onStoredElsewhere, readStored, store, storedKeys } from '../storage.ts';

/** Whose posts lie on this device, to be read or sent. Written before they are. */
const KEY = 'pontual.kept';
/** With the owner behind it: they logged out here, and what waits of theirs is still to be deleted. */
const LEFT = 'pontual.left.';
/** Something may wait here, of whomever. */
const WAITS = 'pontual.waits';

/** From now on something of this user lies here. */
export function markOwner(owner: string): void {
  if (readStored(KEY) !== owner) store(KEY, owner);
}

const waitingListeners = new Set<() => void>();

/** From now on something waits here to be sent. */
export function markWaiting(): void {
  if (readStored(WAITS) !== null) return;
  store(WAITS, 'true');
  tell();
}

const tell = () => {
  for (const listener of waitingListeners) listener();
};
onStoredElsewhere((key) => {
  if (key === WAITS || key === null) tell();
});

/** Whether something may wait here: where nothing ever did, what sends it need not be fetched. */
export const mayWait = (): boolean => readStored(WAITS) !== null;

/** Calls when that changes, in other tabs too, until what it gives back is called. */
export function onMayWait(listener: () => void): () => void {
  waitingListeners.add(listener);
  return () => waitingListeners.delete(listener);
}

/** What deletes. */
interface Deeds {
  forgetKept: () => Promise<void>;
  forgetWaiting: (owner: string) => Promise<void>;
  /** What has waited too long; answers how many still wait. */
  forgetOver: () => Promise<number>;
}

const waitingStore = () => import('../posts/waiting/waiting-store.ts');
const ownDeeds: Deeds = {
  forgetKept: async () => (await import('./kept.ts')).forgetKept(),
  forgetWaiting: async (owner) => (await waitingStore()).forgetWaiting(owner),
  forgetOver: async () => (await waitingStore()).forgetOver(),
};

/**
 * What was read is forgotten when its user is not logged in any more, for whatever reason, and what
 * waits to be sent when they logged out. Looked at with each page too: a crash leaves nothing behind.
 */
export function forgetKeptWithSession(deeds = ownDeeds): void {
  const ownerNow = () => currentSession()?.user._id ?? null;
  let last = ownerNow();
  const look = () => {
    const now = ownerNow();
    // The wish comes first: the page may end before it is done.
    if (last !== null && now === null && wasLeftOnPurpose()) store(LEFT + last, 'true');
    last = now;
    for (const key of storedKeys(LEFT)) {
      deeds
        .forgetWaiting(key.slice(LEFT.length))
        .then(() => store(key, null))
        // It is tried again with the next page.
        .catch(() => undefined);
    }
    const owner = readStored(KEY);
    if (owner === null || owner === now) return;
    deeds
      .forgetKept()
      .then(() => {
        if (readStored(KEY) === owner) store(KEY, null);
      })
      .catch(() => undefined);
  };
  look();
  onSessionChange(look);
  if (!mayWait()) return;
  deeds
    .forgetOver()
    .then((left) => {
      if (left === 0) store(WAITS, null);
    })
    .catch(() => undefined);
}
