/** Whether a place is this tab's, another's, or one that the browser lets nobody have. */
export type Place = 'own' | 'elsewhere' | 'none';

/** The place in which an owner's work is kept, asked for by this tab. */
export interface Claim {
  /** Whose it is, once the browser has said so. */
  place: Promise<Place>;
  /** Gives it up, even before that is known. */
  end: () => void;
}

/** What this tab has given up is free only once the browser says so. It may be asked for at once. */
let givenUp: Promise<unknown> = Promise.resolve();

const nameOf = (owner: string | null) => `pontual.composer.${owner ?? 'visitor'}`;

/** Of a browser that knows no locks, as without https: what this tab holds, of other tabs nothing. */
const heldHere = new Set<string>();

/**
 * Claims the place of an owner; it is not had while another composer holds it. A browser that knows
 * no locks lets all tabs have it.
 */
export function claim(owner: string | null): Claim {
  const name = nameOf(owner);
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) {
    heldHere.add(name);
    return { place: Promise.resolve('own'), end: () => heldHere.delete(name) };
  }
  const told = Promise.withResolvers<Place>();
  const ended = Promise.withResolvers<void>();
  const held = givenUp
    .then(() =>
      locks.request(name, { ifAvailable: true }, (lock) => {
        told.resolve(lock === null ? 'elsewhere' : 'own');
        return lock === null ? undefined : ended.promise;
      }),
    )
    .catch(() => told.resolve('none'));
  return {
    place: told.promise,
    end: () => {
      ended.resolve();
      afterwards(held);
    },
  };
}

/** Does something to the place of an owner, unless somebody holds it; who asks next waits for it. */
export async function whileFree(owner: string | null, work: () => void): Promise<void> {
  const name = nameOf(owner);
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) {
    if (!heldHere.has(name)) work();
    return;
  }
  const done = givenUp
    .then(() =>
      locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock !== null) work();
      }),
    )
    // A browser that refuses locks has kept nothing either.
    .catch(() => undefined);
  afterwards(done);
  await done;
}

function afterwards(work: Promise<unknown>): void {
  const before = givenUp;
  givenUp = work.then(() => before);
}
