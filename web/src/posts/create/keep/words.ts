import type { User } from '@pontual/contract/auth.ts';
import { currentSession, onSessionChange, wasLeftOnPurpose } from '../../../api/session-store.ts';
import { readStored, store, storedKeys } from '../../../storage.ts';
import type { Kept } from './kept.ts';

/**
 * Words and choices of a post that is being made: written at each change, and so there after a crash.
 * Each user has a place of their own, one more in each team of theirs, and so have visitors.
 */
export const PREFIX = 'pontual.composer.';
export const placeOf = (owner: string | null) => `${PREFIX}${owner ?? 'visitor'}`;

export const ownerNow = (): string | null => ownerOf(currentSession()?.user ?? null);

/** Whose place it is: what was begun in one workspace is not offered in another. */
export function ownerOf(
  user: Pick<User, '_id' | 'workspace' | 'workspaces'> | null,
): string | null {
  if (user === null) return null;
  const { _id: id, workspace } = user;
  // Of what an older release has stored nothing is known but whose it is.
  const own: string | undefined = (user.workspaces as User['workspaces'] | undefined)?.[0]?._id;
  return own === undefined || own === workspace ? id : `${id}.${workspace}`;
}

/** Null where there is nothing, or nothing of this release's making. */
export const readWords = (owner: string | null): Kept | null => readAt(placeOf(owner));

export function readAt(key: string): Kept | null {
  try {
    const found: unknown = JSON.parse(readStored(key) ?? 'null');
    return isKept(found) ? found : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 2;
}

/** Null forgets them. False where the browser does not take them. */
export const writeWords = (owner: string | null, kept: Kept | null): boolean =>
  writeAt(placeOf(owner), kept);

export function writeAt(key: string, kept: Kept | null): boolean {
  if (kept !== null) return store(key, JSON.stringify(kept));
  return readStored(key) === null || store(key, null);
}

/** Where a user's post waits while one that they made as a visitor comes first. */
export const asideOf = (owner: string) => `${placeOf(owner)}.aside`;

export const hasAside = (owner: string | null): boolean =>
  owner !== null && readAt(asideOf(owner)) !== null;

/** Whether a post was being made over the calendar when its page ended. */
export const wasInModal = (): boolean => readWords(ownerNow())?.frame === 'modal';

/**
 * Whoever logs out leaves nothing to be found by the next. A session that was lost is another thing:
 * its user comes back.
 */
export function forgetWithSession(): void {
  let last = ownerNow();
  onSessionChange(() => {
    const now = ownerNow();
    const left = last;
    last = now;
    if (left === null || now !== null || !wasLeftOnPurpose()) return;
    const [id] = left.split('.');
    const places = storedKeys(placeOf(id ?? left)).filter((place) => readAt(place) !== null);
    if (places.length === 0) return;
    for (const place of places) writeAt(place, null);
    // Their bytes as well. What cannot be loaded now is done when the composer opens.
    import('./keeper.ts').then(({ sweep }) => sweep()).catch(() => undefined);
  });
}
