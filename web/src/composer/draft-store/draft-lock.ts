/** Whether a place is this tab's, another's, or one that the browser lets nobody have. */
export type DraftLockResult = 'own' | 'elsewhere' | 'none';

/** The place in which an owner's work is kept, asked for by this tab. */
export interface DraftLock {
  /** Whose it is, once the browser has said so. */
  result: Promise<DraftLockResult>;
  /** Gives it up, even before that is known. */
  release: () => void;
}

/** What this tab has given up is free only once the browser says so. It may be asked for at once. */
let pendingReleases: Promise<unknown> = Promise.resolve();

const lockNameOf = (owner: string | null) => `pontual.composer.${owner ?? 'visitor'}`;

/** Of a browser that knows no locks, as without https: what this tab holds, of other tabs nothing. */
const locksOfTab = new Set<string>();

/**
 * Claims the place of an owner; it is not had while another composer holds it. A browser that knows
 * no locks lets all tabs have it.
 */
export function acquireDraftLock(owner: string | null): DraftLock {
  const name = lockNameOf(owner);
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) {
    locksOfTab.add(name);
    return { result: Promise.resolve('own'), release: () => locksOfTab.delete(name) };
  }
  const result = Promise.withResolvers<DraftLockResult>();
  const released = Promise.withResolvers<void>();
  const request = pendingReleases
    .then(() =>
      locks.request(name, { ifAvailable: true }, (lock) => {
        result.resolve(lock === null ? 'elsewhere' : 'own');
        return lock === null ? undefined : released.promise;
      }),
    )
    .catch(() => result.resolve('none'));
  return {
    result: result.promise,
    release: () => {
      released.resolve();
      addPendingRelease(request);
    },
  };
}

/** Does something to the place of an owner, unless somebody holds it; who asks next waits for it. */
export async function withDraftLock(owner: string | null, work: () => void): Promise<void> {
  const name = lockNameOf(owner);
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) {
    if (!locksOfTab.has(name)) work();
    return;
  }
  const done = pendingReleases
    .then(() =>
      locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock !== null) work();
      }),
    )
    // A browser that refuses locks has kept nothing either.
    .catch(() => undefined);
  addPendingRelease(done);
  await done;
}

function addPendingRelease(work: Promise<unknown>): void {
  const previous = pendingReleases;
  pendingReleases = work.then(() => previous);
}
