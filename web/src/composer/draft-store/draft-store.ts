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

const fileStore = createStore('pontual-composer', 'files');

/** Storage id of each file; it stays the same when the form changes. */
const fileIds = new WeakMap<File, string>();

function fileIdOf(file: File): string {
  const id = fileIds.get(file) ?? newKey();
  fileIds.set(file, id);
  return id;
}

/** Navigation passes the same file again after a reload: with its id, both are recognised as equal. */
export const assignFileId = (file: File, id: string) => void fileIds.set(file, id);

/** Storage may be refused, as in private windows or when it is full. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}

/** `held`: completely stored. */
export type DraftSaveStatus = 'held' | 'writing' | 'refused';

export interface DraftStore {
  /** A wizard without content deletes the draft. */
  save: (wizard: Wizard) => void;
  /** The request with this key certainly did not create a post. */
  clearRequest: (key: string) => void;
  /** Resolves once the stored draft contains the response; another composer may have the draft now. */
  recordLateResponse: (answer: LateResponse) => Promise<void>;
  markAwaitingLogin: () => void;
  markAwaitingAccount: () => void;
  forgetUnreadFiles: () => void;
  discard: () => void;
  saveStatus: () => DraftSaveStatus;
  onSaveStatus: (listener: () => void) => () => void;
}

const noOperation = () => undefined;
/** For a composer without a draft lock. */
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

export interface LoadedFiles {
  files: readonly PickedFile[];
  /** Not read within the timeout; they may still be in the browser's storage. */
  unread: readonly StoredFile[];
}

export const noLoadedFiles: LoadedFiles = { files: [], unread: [] };

/** Writes only while `owner` is logged in. `loadedFiles` are already in storage. */
export function createDraftStore(owner: string | null, loadedFiles: LoadedFiles): DraftStore {
  let { unread } = loadedFiles;
  const storedIds = [
    ...loadedFiles.files.map(({ file }) => fileIdOf(file)),
    ...unread.map(({ id }) => id),
  ];
  const fileStatuses = new Map<string, DraftSaveStatus>(storedIds.map((id) => [id, 'held']));
  let isDiscarded = false;
  let isDraftStored = true;
  let lastDraft: StoredDraft | null = null;
  /** Why the user leaves; repeated in each write, as the form may change until the next page opens. */
  let awaits: Pick<StoredDraft, 'isAwaitingLogin' | 'isAwaitingAccount'> = {};
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  const storeFile = async (id: string, file: File) => {
    fileStatuses.set(id, 'writing');
    const isStored = await succeeds(() => set(id, file, fileStore));
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
      const draft =
        hasContent(wizard) || unread.length > 0 ? toStoredDraft(wizard, fileIdOf) : null;
      const waits = draft !== null && unread.length > 0;
      write(waits ? { ...draft, form: { ...draft.form, files: unread } } : draft, wizard);
    },
    clearRequest(key) {
      lastDraft = clearAnsweredRequest(owner, { key, isCreated: false });
    },
    async recordLateResponse(answer) {
      // A composer that has the draft open handles the broadcast; otherwise the stored draft is updated here.
      await withDraftLock(owner, () => {
        const storedDraft = readDraft(owner);
        const isUntouched = JSON.stringify(storedDraft) === JSON.stringify(lastDraft);
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

/** The caller revokes the object URLs of the files. */
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

/** In ms; a broken browser storage may never answer. */
const READ_TIMEOUT_MS = 5000;

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

export async function deleteOrphanedFiles(): Promise<void> {
  const found = await keys<string>(fileStore);
  // Read after the keys, because every tab writes a draft before the files that it references.
  const referencedIds = referencedFileIds();
  await Promise.all(found.filter((id) => !referencedIds.has(id)).map((id) => del(id, fileStore)));
}
