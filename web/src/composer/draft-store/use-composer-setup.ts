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

/** What a composer goes on with. */
export interface RestoreResult {
  /** Files that the browser could not keep, or does not give back. */
  lostFiles: number;
  /** It did not answer for them: it may do so the next time. */
  mayReappear: boolean;
  /** Another post of this user's waits until this one is done. */
  hasOtherDraft: boolean;
  /** It was put aside just now: this one is begun with the files that came along. */
  isNewDraft: boolean;
}

/** Of files that come along: they are to be taken in, are there, or would join those of another post. */
export type IncomingFilesStatus = 'wanted' | 'here' | 'barred';

export interface ComposerSetup {
  wizard: Wizard;
  draftStore: DraftStore;
  /** Where it keeps: without a place of its own it keeps nothing. */
  draftLock: DraftLockResult;
  restored: RestoreResult | null;
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
    // What another release has kept in another shape is not worth the composer.
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
  // What it does not answer for is not dropped unseen.
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

/** What was not opened of another post is its own all the same. */
function incomingFilesStatus(
  draft: StoredDraft | null,
  storedFiles: LoadedFiles,
  incomingFilePrefix?: string,
): IncomingFilesStatus {
  const count = draft?.form.files.length ?? 0;
  if (count === 0) return 'wanted';
  if (incomingFilePrefix === undefined || !hasIncomingFiles(draft, incomingFilePrefix))
    return 'barred';
  // Those that were not written come once more, and all in their order.
  return storedFiles.files.length === count ? 'here' : 'wanted';
}

/**
 * Where a composer begins: where its user was, if something was kept. Null until the browser has
 * opened the files. The place stays this composer's until it is closed.
 */
export function useComposerSetup(
  owner: string | null,
  init: WizardInit,
  open: boolean,
): ComposerSetup | null {
  const [setup, setSetup] = useState<ComposerSetup | null>(null);
  const [firstInit] = useState(init);
  // The browser's storage is read once, and answers in its own time.
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
