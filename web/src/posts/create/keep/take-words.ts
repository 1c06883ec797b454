import { storedKeys } from '../../../storage.ts';
import type { Kept } from './kept.ts';
import {
  asideOf,
  hasAside,
  placeOf,
  PREFIX,
  readAt,
  readWords,
  writeAt,
  writeWords,
} from './words.ts';

/**
 * What this very user was making, or a visitor who has since logged in; null when nothing. Who logs in
 * for a post sees that one, and what was theirs before comes after it. `brings`: files come along, for
 * a post of their own, unless what was begun has none yet, or has these.
 */
export function takeWords(owner: string | null, brings?: string): Kept | null {
  const own = readWords(owner);
  if (owner === null) return own;
  if (brings !== undefined) return isMadeOf(own, brings) || !putAside(owner, own) ? own : null;
  const made = readWords(null);
  const isWanted = made?.awaitsLogin === true && !hasAside(owner);
  if (own !== null) {
    if (!isWanted) return own;
    writeAt(asideOf(owner), own);
  }
  const from = isWanted || !hasAside(owner) ? placeOf(null) : asideOf(owner);
  const next = readAt(from);
  if (next === null) return null;
  writeWords(owner, next);
  writeAt(from, null);
  return next;
}

/** Whether the files that came along under this name are in it: its page ended before all were kept. */
export const isMadeOf = (kept: Kept | null, brings: string): boolean =>
  kept?.form.files.some(({ id }) => id.startsWith(brings)) === true;

/** A post with files waits while one of other files comes first, where none waits already. */
function putAside(owner: string, own: Kept | null): boolean {
  const waits = own !== null && own.form.files.length > 0 && !hasAside(owner);
  return waits && writeAt(asideOf(owner), own) && writeWords(owner, null);
}

/** The ids of all files that somebody's words name. */
export function namedIds(): Set<string> {
  const all = storedKeys(PREFIX).map(readAt);
  return new Set(all.flatMap((kept) => kept?.form.files.map(({ id }) => id) ?? []));
}
