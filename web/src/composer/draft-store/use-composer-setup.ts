import { useEffect, useState } from 'react';
import type { Wizard } from '../wizard-state.ts';
import { startWizard, type WizardInit } from '../wizard.ts';
import { acquireDraftLock, type DraftLockResult } from './draft-lock.ts';
import {
  createDraftStore,
  noDraftStore,
  noLoadedFiles,
  loadFiles,
  deleteOrphanedFiles,
  type DraftStore,
  type LoadedFiles,
} from './draft-store.ts';
import { restoreWizard, type StoredDraft } from './stored-draft.ts';
import { hasIncomingFiles, takeDraft } from './take-draft.ts';
import { hasParkedDraft, writeDraft } from './draft-records.ts';

export interface DraftRestoreResult {
  lostFiles: number;
  /** The browser did not answer for the lost files; they may be available the next time. */
  mayReappear: boolean;
  /** Another draft of this user is parked until this one is done. */
  hasOtherDraft: boolean;
  /** The other draft was parked just now, because this one starts with files from navigation. */
  isNewDraft: boolean;
}

/** Files to import, stored already, or barred because they would mix with another post's files. */
export type IncomingFilesStatus = 'wanted' | 'here' | 'barred';

export interface ComposerSetup {
  wizard: Wizard;
  draftStore: DraftStore;
  draftLock: DraftLockResult;
  restored: DraftRestoreResult | null;
  incomingFiles: IncomingFilesStatus;
}

async function createSetup(
  owner: string | null,
  init: WizardInit,
  draftLock: DraftLockResult,
): Promise<ComposerSetup> {
  const wizard = startWizard(init);
  const newSetup = { wizard, draftLock, restored: null, incomingFiles: 'wanted' } as const;
  if (draftLock !== 'own') return { ...newSetup, draftStore: noDraftStore };
  try {
    return await resumeDraft(owner, init);
  } catch {
    // A draft that this release cannot read must not break the composer.
    writeDraft(owner, null);
    return { ...newSetup, draftStore: createDraftStore(owner, noLoadedFiles) };
  }
}

async function resumeDraft(owner: string | null, init: WizardInit): Promise<ComposerSetup> {
  const hadParkedDraft = hasParkedDraft(owner);
  const draft = takeDraft(owner, init.incomingFilePrefix);
  const storedFiles = await loadFiles(draft);
  const incomingFiles = incomingFilesStatus(draft, storedFiles, init.incomingFilePrefix);
  const addsIncomingFiles = incomingFiles === 'wanted';
  if (addsIncomingFiles) for (const { url } of storedFiles.files) URL.revokeObjectURL(url);
  const loadedFiles = addsIncomingFiles ? noLoadedFiles : storedFiles;
  const { files, unread } = loadedFiles;
  // Files that the browser could not read may still exist and must not be deleted.
  if (unread.length === 0) deleteOrphanedFiles().catch(() => undefined);
  const draftStore = createDraftStore(owner, loadedFiles);
  const setup = { draftStore, draftLock: 'own', incomingFiles } as const;
  if (draft === null) {
    const isNewDraft = !hadParkedDraft && hasParkedDraft(owner);
    const result = isNewDraft
      ? { lostFiles: 0, mayReappear: false, hasOtherDraft: true, isNewDraft }
      : null;
    return { ...setup, wizard: startWizard(init), restored: result };
  }
  const lostFiles = addsIncomingFiles ? 0 : draft.form.files.length - files.length;
  const wizard = restoreWizard(draft, files, init);
  const mayReappear = unread.length > 0;
  const result = {
    lostFiles,
    mayReappear,
    hasOtherDraft: hasParkedDraft(owner),
    isNewDraft: false,
  };
  return { ...setup, wizard, restored: result };
}

/** Unread files of another post still count as that post's files. */
function incomingFilesStatus(
  draft: StoredDraft | null,
  storedFiles: LoadedFiles,
  incomingFilePrefix?: string,
): IncomingFilesStatus {
  const count = draft?.form.files.length ?? 0;
  if (count === 0) return 'wanted';
  if (incomingFilePrefix === undefined || !hasIncomingFiles(draft, incomingFilePrefix))
    return 'barred';
  // If some were not stored, all are imported again to keep their order.
  return storedFiles.files.length === count ? 'here' : 'wanted';
}

/** Null until the browser has opened the files. Holds the draft lock until the composer is closed. */
export function useComposerSetup(
  owner: string | null,
  init: WizardInit,
  open: boolean,
): ComposerSetup | null {
  const [setup, setSetup] = useState<ComposerSetup | null>(null);
  const [firstInit] = useState(init);
  useEffect(() => {
    if (!open) return undefined;
    let isActive = true;
    const lock = acquireDraftLock(owner);
    void lock.result.then(async (draftLock) => {
      if (!isActive) return;
      const createdSetup = await createSetup(owner, firstInit, draftLock);
      if (isActive) setSetup(createdSetup);
      else for (const { url } of createdSetup.wizard.form.files) URL.revokeObjectURL(url);
    });
    return () => {
      isActive = false;
      lock.release();
    };
  }, [owner, firstInit, open]);
  return setup;
}
