import { useEffect, useSyncExternalStore, type Dispatch } from 'react';
import type { Wizard, WizardAction } from '../wizard-state.ts';
import { noDraftStore, type DraftStore, type DraftSaveStatus } from './draft-store.ts';
import { onLateResponse } from './late-responses.ts';

interface DraftSavingOptions {
  open: boolean;
  draftStore: DraftStore;
  wizard: Wizard;
  dispatch: Dispatch<WizardAction>;
}

/** Keeps what is made while its composer is open, and tells how far it is kept. */
export function useDraftSaving({
  open,
  draftStore,
  wizard,
  dispatch,
}: DraftSavingOptions): DraftSaveStatus {
  const activeStore = open ? draftStore : noDraftStore;
  // The browser's storage is outside React.
  useEffect(() => activeStore.save(wizard), [activeStore, wizard]);
  // What was sent from here before may be answered only now: in another composer, or another tab.
  useEffect(() => {
    if (!open) return undefined;
    return onLateResponse((answer) => dispatch({ type: 'answeredLate', ...answer }));
  }, [open, dispatch]);
  return useSyncExternalStore(draftStore.onSaveStatus, draftStore.saveStatus);
}
