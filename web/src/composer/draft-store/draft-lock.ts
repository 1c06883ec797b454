/** `elsewhere`: another composer holds the lock; `none`: the browser refuses locks. */
export type DraftLockResult = 'own' | 'elsewhere' | 'none';

export interface DraftLock {
  result: Promise<DraftLockResult>;
  /** May be called before the request is decided. */
  release: () => void;
}

/** The browser frees a released lock asynchronously; the next request waits for that. */
let pendingReleases: Promise<unknown> = Promise.resolve();

const lockNameOf = (owner: string | null) => `pontual.composer.${owner ?? 'visitor'}`;

/** For browsers without the Web Locks API (no https): the locks of this tab only. */
const locksOfTab = new Set<string>();

/** Without the Web Locks API every tab gets `own`. */
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

/** Runs `work` under the draft lock, or not at all if another composer holds it. */
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
    .catch(() => undefined);
  addPendingRelease(done);
  await done;
}

function addPendingRelease(work: Promise<unknown>): void {
  const previous = pendingReleases;
  pendingReleases = work.then(() => previous);
}
