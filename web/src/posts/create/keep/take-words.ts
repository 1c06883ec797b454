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
 * for a post sees that one, and what was theirs before comes after it.
 */
export function takeWords(owner: string | null): Kept | null {
  const own = readWords(owner);
  if (owner === null) return own;
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

/** The ids of all files that somebody's words name. */
export function namedIds(): Set<string> {
  const all = storedKeys(PREFIX).map(readAt);
  return new Set(all.flatMap((kept) => kept?.form.files.map(({ id }) => id) ?? []));
}
