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

export function useDraftSaving({
  open,
  draftStore,
  wizard,
  dispatch,
}: DraftSavingOptions): DraftSaveStatus {
  const activeStore = open ? draftStore : noDraftStore;
  useEffect(() => activeStore.save(wizard), [activeStore, wizard]);
  useEffect(() => {
    if (!open) return undefined;
    return onLateResponse((answer) => dispatch({ type: 'answeredLate', ...answer }));
  }, [open, dispatch]);
  return useSyncExternalStore(draftStore.onSaveStatus, draftStore.saveStatus);
}
