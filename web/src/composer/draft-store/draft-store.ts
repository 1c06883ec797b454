import { createStore, del, getMany, keys, set } from 'idb-keyval';
import type { PickedFile } from '../form.rules.ts';
import { newKey } from '../new-key.ts';
import { withoutRequest } from '../unanswered-requests.ts';
import type { Wizard } from '../wizard-state.ts';
import { hasContent } from '../wizard.ts';
import { withDraftLock } from './draft-lock.ts';
import { toStoredDraft, type StoredDraft, type StoredFile } from './stored-draft.ts';
import { broadcastLateResponse, type LateResponse } from './late-responses.ts';
import { referencedFileIds } from './take-draft.ts';
import { currentOwner, readDraft, writeDraft } from './draft-records.ts';

/** The files, each written once. */
const fileStore = createStore('pontual-composer', 'files');

/** Under which name a file is kept: the same one, however often the form changes. */
const fileIds = new WeakMap<File, string>();

function fileIdOf(file: File): string {
  const id = fileIds.get(file) ?? newKey();
  fileIds.set(file, id);
  return id;
}

/** Of a file that would be another one after a reload: its name then is the one it has now. */
export const assignFileId = (file: File, id: string) => void fileIds.set(file, id);

/** What the browser's storage refuses, as in private windows or when it is full, is not kept. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    // Some browsers refuse already to open it.
    return false;
  }
}

/** How far what is shown is kept: all of it, not all of it yet, or not at all. */
export type DraftSaveStatus = 'held' | 'writing' | 'refused';

/** Keeps what one composer makes, in the browser. */
export interface DraftStore {
  /** From one change to the next; nothing of a wizard without work. */
  save: (wizard: Wizard) => void;
  /** What was on its way under this key has not arrived, and is known not to have. */
  clearRequest: (key: string) => void;
  /**
   * The same, or that it has arrived, after the composer was left: others may be at the post now.
   * Resolves once what is kept knows it.
   */
  recordLateResponse: (answer: LateResponse) => Promise<void>;
  /** A visitor goes to log in, for this very post. */
  markAwaitingLogin: () => void;
  /** A user goes to connect an account, for this very post. */
  markAwaitingAccount: () => void;
  /** The files that were not opened are not wanted any more. */
  forgetUnreadFiles: () => void;
  /** Nothing is being made any more, and nothing is kept from here on. */
  discard: () => void;
  saveStatus: () => DraftSaveStatus;
  /** Calls at each change of that, until what it gives back is called. */
  onSaveStatus: (listener: () => void) => () => void;
}

const noOperation = () => undefined;
/** Of a composer that has no place to keep in. */
export const noDraftStore: DraftStore = {
  save: noOperation,
  clearRequest: noOperation,
  recordLateResponse: async (answer) => broadcastLateResponse(answer),
  markAwaitingLogin: noOperation,
  markAwaitingAccount: noOperation,
  forgetUnreadFiles: noOperation,
  discard: noOperation,
  saveStatus: () => 'refused',
  onSaveStatus: () => noOperation,
};

/** The files of a post that was kept. */
export interface LoadedFiles {
  files: readonly PickedFile[];
  /** The browser has not answered for these; they may lie there all the same. */
  unread: readonly StoredFile[];
}

export const noLoadedFiles: LoadedFiles = { files: [], unread: [] };

/**
 * Writes to the place of `owner`, and no longer once somebody else is logged in. What was `opened`
 * there lies there.
 */
export function createDraftStore(owner: string | null, loadedFiles: LoadedFiles): DraftStore {
  let { unread } = loadedFiles;
  const storedIds = [
    ...loadedFiles.files.map(({ file }) => fileIdOf(file)),
    ...unread.map(({ id }) => id),
  ];
  const fileStatuses = new Map<string, DraftSaveStatus>(storedIds.map((id) => [id, 'held']));
  let isDiscarded = false;
  let isDraftStored = true;
  /** What was written last. */
  let lastDraft: StoredDraft | null = null;
  /** Why its user leaves. Each later write repeats it, because the form may change until the next page opens. */
  let awaits: Pick<StoredDraft, 'isAwaitingLogin' | 'isAwaitingAccount'> = {};
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  const storeFile = async (id: string, file: File) => {
    fileStatuses.set(id, 'writing');
    const isStored = await succeeds(() => set(id, file, fileStore));
    // It may have been taken out meanwhile.
    if (fileStatuses.has(id)) fileStatuses.set(id, isStored ? 'held' : 'refused');
    notifyListeners();
  };
  const write = (draft: StoredDraft | null, wizard: Wizard | null): void => {
    lastDraft = draft;
    isDraftStored = writeDraft(owner, draft === null ? null : { ...draft, ...awaits });
    const referencedIds = new Set(draft?.form.files.map(({ id }) => id));
    for (const { file } of wizard?.form.files ?? []) {
      const id = fileIdOf(file);
      if (referencedIds.has(id) && !fileStatuses.has(id)) void storeFile(id, file);
    }
    for (const id of fileStatuses.keys()) {
      if (referencedIds.has(id)) continue;
      fileStatuses.delete(id);
      void succeeds(() => del(id, fileStore));
    }
    notifyListeners();
  };
  const leaveFor = (reason: typeof awaits) => {
    awaits = reason;
    if (lastDraft !== null) writeDraft(owner, { ...lastDraft, ...awaits });
  };
  return {
    save(wizard) {
      if (isDiscarded || currentOwner() !== owner) return;
      if (wizard.step === 'done' || wizard.form.files.length > 0) unread = [];
      const kept = hasContent(wizard) || unread.length > 0 ? toStoredDraft(wizard, fileIdOf) : null;
      const waits = kept !== null && unread.length > 0;
      write(waits ? { ...kept, form: { ...kept.form, files: unread } } : kept, wizard);
    },
    clearRequest(key) {
      lastDraft = clearAnsweredRequest(owner, { key, isCreated: false });
    },
    async recordLateResponse(answer) {
      // Who goes on with the post takes the answer in; where nobody does, it is for what is kept.
      await withDraftLock(owner, () => {
        const kept = readDraft(owner);
        const isUntouched = JSON.stringify(kept) === JSON.stringify(lastDraft);
        if (answer.isCreated && isUntouched) write(null, null);
        else clearAnsweredRequest(owner, answer);
      });
      broadcastLateResponse(answer);
    },
    markAwaitingLogin() {
      leaveFor({ isAwaitingLogin: true });
    },
    markAwaitingAccount() {
      leaveFor({ isAwaitingAccount: true });
    },
    forgetUnreadFiles() {
      unread = [];
    },
    discard() {
      isDiscarded = true;
      write(null, null);
    },
    saveStatus() {
      const all = new Set(fileStatuses.values());
      if (!isDraftStored || all.has('refused')) return 'refused';
      return all.has('writing') ? 'writing' : 'held';
    },
    onSaveStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What is kept no longer says that this may have arrived; gives what it says then. */
function clearAnsweredRequest(
  owner: string | null,
  { key, isCreated }: LateResponse,
): StoredDraft | null {
  const draft = readDraft(owner);
  if (draft === null || !draft.unansweredRequests.some((sent) => sent.key === key)) return draft;
  const unansweredRequests = withoutRequest(draft.unansweredRequests, key);
  const known = { ...draft, unansweredRequests, hasCreatedPost: draft.hasCreatedPost || isCreated };
  writeDraft(owner, known);
  return known;
}

/** The files of what was kept, as far as they are there; who shows them gives their urls back. */
export async function loadFiles(draft: StoredDraft | null): Promise<LoadedFiles> {
  const storedFiles = draft?.form.files ?? [];
  const found = await readFiles(storedFiles.map(({ id }) => id));
  if (found === null) return { files: [], unread: storedFiles };
  const opened = storedFiles.flatMap(({ id, ...rest }, index): PickedFile[] => {
    const file = found[index];
    if (!(file instanceof File)) return [];
    fileIds.set(file, id);
    return [{ ...rest, file, url: URL.createObjectURL(file) }];
  });
  return { files: opened, unread: [] };
}

/** A browser's storage that is broken may never answer: the form does not wait for it any longer. */
const READ_TIMEOUT_MS = 5000;

/** Null where the browser does not say what is there. */
async function readFiles(storedIds: string[]): Promise<unknown[] | null> {
  if (storedIds.length === 0) return [];
  const timeout = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), READ_TIMEOUT_MS);
  });
  try {
    return await Promise.race([getMany(storedIds, fileStore), timeout]);
  } catch {
    return null;
  }
}

/** Drops files that nobody's words name any more. */
export async function deleteOrphanedFiles(): Promise<void> {
  const found = await keys<string>(fileStore);
  // Read last: words are written before the files that they name, also by another tab.
  const referencedIds = referencedFileIds();
  await Promise.all(found.filter((id) => !referencedIds.has(id)).map((id) => del(id, fileStore)));
}
