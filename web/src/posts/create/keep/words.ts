import { currentSession, onSessionChange, wasLeftOnPurpose } from '../../../api/session-store.ts';
import { readStored, store, storedKeys } from '../../../storage.ts';
import type { Kept } from './kept.ts';

/**
 * Words and choices of a post that is being made: written at each change, and so there after a crash.
 * Each user has a place of their own, and so have visitors.
 */
const PREFIX = 'pontual.composer.';
const keyOf = (owner: string | null) => `${PREFIX}${owner ?? 'visitor'}`;

export const ownerNow = (): string | null => currentSession()?.user._id ?? null;

/** Null where there is nothing, or nothing of this release's making. */
export const readWords = (owner: string | null): Kept | null => read(keyOf(owner));

function read(key: string): Kept | null {
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
  write(keyOf(owner), kept);

function write(key: string, kept: Kept | null): boolean {
  if (kept !== null) return store(key, JSON.stringify(kept));
  return readStored(key) === null || store(key, null);
}

/** Where a user's post waits while one that they made as a visitor comes first. */
const asideOf = (owner: string) => `${keyOf(owner)}.aside`;

export const hasAside = (owner: string | null): boolean =>
  owner !== null && read(asideOf(owner)) !== null;

/**
 * What this very user was making, or a visitor who has since logged in; null when nothing. Who logs in
 * for a post sees that one, and what was theirs before comes after it.
 */
export function takeWords(owner: string | null): Kept | null {
  const own = readWords(owner);
  if (owner === null) return own;
  const made = readWords(null);
  const isWanted = made?.awaitsLogin === true && !hasAside(owner);
  if (own !== null) {
    if (!isWanted) return own;
    write(asideOf(owner), own);
  }
  const from = isWanted || !hasAside(owner) ? keyOf(null) : asideOf(owner);
  const next = read(from);
  if (next === null) return null;
  writeWords(owner, next);
  write(from, null);
  return next;
}

/** The ids of all files that somebody's words name. */
export function namedIds(): Set<string> {
  const all = storedKeys(PREFIX).map(read);
  return new Set(all.flatMap((kept) => kept?.form.files.map(({ id }) => id) ?? []));
}

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
    if (readWords(left) === null && !hasAside(left)) return;
    writeWords(left, null);
    write(asideOf(left), null);
    // Their bytes as well. What cannot be loaded now is done when the composer opens.
    import('./keeper.ts').then(({ sweep }) => sweep()).catch(() => undefined);
  });
}
