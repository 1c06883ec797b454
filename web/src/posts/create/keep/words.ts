import { currentSession, onSessionChange, wasLeftOnPurpose } from '../../../api/session-store.ts';
import { readStored, store } from '../../../storage.ts';
import type { Kept } from './kept.ts';

/** Words and choices of a post that is being made: written at each change, and so there after a crash. */
const WORDS = 'pontual.composer';

export const ownerNow = (): string | null => currentSession()?.user._id ?? null;

/** Null where there is nothing, or nothing of this release's making. */
export function readWords(): Kept | null {
  try {
    const found: unknown = JSON.parse(readStored(WORDS) ?? 'null');
    return isKept(found) ? found : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}

/** Whether a post was being made over the calendar when its page ended. */
export function wasInModal(): boolean {
  const words = readWords();
  return words?.frame === 'modal' && words.owner === ownerNow();
}

/** Null forgets them. */
export function writeWords(kept: Kept | null): void {
  if (kept !== null || readStored(WORDS) !== null) {
    store(WORDS, kept === null ? null : JSON.stringify(kept));
  }
}

/**
 * Whoever logs out, or comes after somebody else, leaves nothing to be read by the next. A session
 * that was lost is another thing: its user comes back. The files go when the composer opens.
 */
export function forgetWithSession(): void {
  onSessionChange(() => {
    const owner = readWords()?.owner ?? null;
    if (owner === null) return;
    const now = ownerNow();
    if (now === null ? wasLeftOnPurpose() : now !== owner) writeWords(null);
  });
}
