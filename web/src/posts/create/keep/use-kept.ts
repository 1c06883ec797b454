import { useEffect, useState } from 'react';
import type { Wizard } from '../wizard-state.ts';
import { startWizard, type Beginning } from '../wizard.ts';
import { restored } from './kept.ts';
import { keptNow, openFiles } from './keeper.ts';

export interface Begun {
  wizard: Wizard;
  /** Whether it goes on with what was kept. */
  isRestored: boolean;
  /** Files that the browser could not keep. */
  lost: number;
}

/**
 * Where a composer begins: where its user was, if something was kept. Null until the browser has
 * opened the files.
 */
export function useBegun(beginning: Beginning): Begun | null {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [begin] = useState(beginning);
  // The browser's storage is read once, and answers in its own time.
  useEffect(() => {
    let isWanted = true;
    const kept = keptNow();
    void openFiles(kept).then(({ files, lost }) => {
      if (!isWanted) {
        for (const { url } of files) URL.revokeObjectURL(url);
        return;
      }
      const wizard = kept === null ? startWizard(begin) : restored(kept, files, begin);
      setBegun({ wizard, isRestored: kept !== null, lost });
    });
    return () => {
      isWanted = false;
    };
  }, [begin]);
  return begun;
}
