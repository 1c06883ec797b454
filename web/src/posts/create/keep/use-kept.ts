import { useEffect, useState } from 'react';
import type { Wizard } from '../wizard-state.ts';
import { startWizard, type Beginning } from '../wizard.ts';
import { claim, type Release } from './claim.ts';
import { createKeeper, keptOf, noKeeper, openFiles, sweep, type Keeper } from './keeper.ts';
import { restored } from './kept.ts';

/** What a composer goes on with. */
export interface Restored {
  /** Files that the browser could not keep. */
  lost: number;
  /** It was being sent when its page ended: it may exist. */
  wasSending: boolean;
}

export interface Begun {
  wizard: Wizard;
  keeper: Keeper;
  restored: Restored | null;
}

async function begin(owner: string | null, beginning: Beginning, isMine: boolean): Promise<Begun> {
  // Another tab is making this post.
  if (!isMine) return { wizard: startWizard(beginning), keeper: noKeeper, restored: null };
  const kept = keptOf(owner);
  const files = await openFiles(kept);
  sweep().catch(() => undefined);
  const keeper = createKeeper(owner, files);
  if (kept === null) return { wizard: startWizard(beginning), keeper, restored: null };
  const lost = kept.form.files.length - files.length;
  const wizard = restored(kept, files, beginning);
  return { wizard, keeper, restored: { lost, wasSending: kept.isSending } };
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
    let release: Release | null = null;
    void claim(owner).then(async (claimed) => {
      release = claimed;
      const found = isWanted ? await begin(owner, first, claimed !== null) : null;
      if (isWanted) setBegun(found);
      else {
        release?.();
        for (const { url } of found?.wizard.form.files ?? []) URL.revokeObjectURL(url);
      }
    });
    return () => {
      isWanted = false;
      release?.();
    };
  }, [owner, first, open]);
  return begun;
}
