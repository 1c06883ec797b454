import { useEffect, useState } from 'react';
import type { Wizard } from '../wizard-state.ts';
import { startWizard, type Beginning } from '../wizard.ts';
import { claim, type Place } from './claim.ts';
import {
  createKeeper,
  noKeeper,
  noneOpened,
  openFiles,
  sweep,
  type Keeper,
  type Opened,
} from './keeper.ts';
import { restored, type Kept } from './kept.ts';
import { isMadeOf, takeWords } from './take-words.ts';
import { hasAside, writeWords } from './words.ts';

/** What a composer goes on with. */
export interface Restored {
  /** Files that the browser could not keep, or does not give back. */
  lost: number;
  /** It did not answer for them: it may do so the next time. */
  mayReturn: boolean;
  /** Another post of this user's waits until this one is done. */
  hasOther: boolean;
  /** It was put aside just now: this one is begun with the files that came along. */
  isAnew: boolean;
}

/** Of files that come along: they are to be taken in, are there, or would join those of another post. */
export type Arrival = 'wanted' | 'here' | 'barred';

export interface Begun {
  wizard: Wizard;
  keeper: Keeper;
  /** Where it keeps: without a place of its own it keeps nothing. */
  place: Place;
  restored: Restored | null;
  arrival: Arrival;
}

async function begin(owner: string | null, beginning: Beginning, place: Place): Promise<Begun> {
  const wizard = startWizard(beginning);
  const anew = { wizard, place, restored: null, arrival: 'wanted' } as const;
  if (place !== 'own') return { ...anew, keeper: noKeeper };
  try {
    return await goOn(owner, beginning);
  } catch {
    // What another release has kept in another shape is not worth the composer.
    writeWords(owner, null);
    return { ...anew, keeper: createKeeper(owner, noneOpened) };
  }
}

async function goOn(owner: string | null, beginning: Beginning): Promise<Begun> {
  const waited = hasAside(owner);
  const kept = takeWords(owner, beginning.brings);
  const found = await openFiles(kept);
  const arrival = arrivalOf(kept, found, beginning.brings);
  const isAgain = arrival === 'wanted';
  if (isAgain) for (const { url } of found.files) URL.revokeObjectURL(url);
  const opened = isAgain ? noneOpened : found;
  const { files, unread } = opened;
  // What it does not answer for is not dropped unseen.
  if (unread.length === 0) sweep().catch(() => undefined);
  const keeper = createKeeper(owner, opened);
  const begun = { keeper, place: 'own', arrival } as const;
  if (kept === null) {
    const isAnew = !waited && hasAside(owner);
    const told = isAnew ? { lost: 0, mayReturn: false, hasOther: true, isAnew } : null;
    return { ...begun, wizard: startWizard(beginning), restored: told };
  }
  const lost = isAgain ? 0 : kept.form.files.length - files.length;
  const wizard = restored(kept, files, beginning);
  const mayReturn = unread.length > 0;
  const told = { lost, mayReturn, hasOther: hasAside(owner), isAnew: false };
  return { ...begun, wizard, restored: told };
}

/** What was not opened of another post is its own all the same. */
function arrivalOf(kept: Kept | null, found: Opened, brings?: string): Arrival {
  const count = kept?.form.files.length ?? 0;
  if (count === 0) return 'wanted';
  if (brings === undefined || !isMadeOf(kept, brings)) return 'barred';
  // Those that were not written come once more, and all in their order.
  return found.files.length === count ? 'here' : 'wanted';
}

/**
 * Where a composer begins: where its user was, if something was kept. Null until the browser has
 * opened the files. The place stays this composer's until it is closed.
 */
export function useBegun(owner: string | null, beginning: Beginning, open: boolean): Begun | null {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [first] = useState(beginning);
  // The browser's storage is read once, and answers in its own time.
  useEffect(() => {
    if (!open) return undefined;
    let isWanted = true;
    const claimed = claim(owner);
    void claimed.place.then(async (place) => {
      if (!isWanted) return;
      const found = await begin(owner, first, place);
      if (isWanted) setBegun(found);
      else for (const { url } of found.wizard.form.files) URL.revokeObjectURL(url);
    });
    return () => {
      isWanted = false;
      claimed.end();
    };
  }, [owner, first, open]);
  return begun;
}
