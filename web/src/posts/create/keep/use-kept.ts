import { useEffect, useState } from 'react';
import type { Wizard } from '../wizard-state.ts';
import { startWizard, type Beginning } from '../wizard.ts';
import { claim, type Place } from './claim.ts';
import { createKeeper, noKeeper, noneOpened, openFiles, sweep, type Keeper } from './keeper.ts';
import { restored } from './kept.ts';
import { takeWords } from './take-words.ts';
import { hasAside, writeWords } from './words.ts';

/** What a composer goes on with. */
export interface Restored {
  /** Files that the browser could not keep, or does not give back. */
  lost: number;
  /** It did not answer for them: it may do so the next time. */
  mayReturn: boolean;
  /** Another post of this user's waits until this one is done. */
  hasOther: boolean;
}

export interface Begun {
  wizard: Wizard;
  keeper: Keeper;
  /** Where it keeps: without a place of its own it keeps nothing. */
  place: Place;
  restored: Restored | null;
}

async function begin(owner: string | null, beginning: Beginning, place: Place): Promise<Begun> {
  const anew = { wizard: startWizard(beginning), place, restored: null };
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
  const kept = takeWords(owner);
  const opened = await openFiles(kept);
  const { files, unread } = opened;
  // What it does not answer for is not dropped unseen.
  if (unread.length === 0) sweep().catch(() => undefined);
  const keeper = createKeeper(owner, opened);
  const begun = { keeper, place: 'own' } as const;
  if (kept === null) return { ...begun, wizard: startWizard(beginning), restored: null };
  const lost = kept.form.files.length - files.length;
  const wizard = restored(kept, files, beginning);
  const mayReturn = unread.length > 0;
  return { ...begun, wizard, restored: { lost, mayReturn, hasOther: hasAside(owner) } };
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
