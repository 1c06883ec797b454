import { createStore, del, getMany, keys, set } from 'idb-keyval';
import type { PickedFile } from '../form-rules.ts';
import { newKey } from '../new-key.ts';
import { withoutSent } from '../unanswered.ts';
import type { Wizard } from '../wizard-state.ts';
import { hasWork } from '../wizard.ts';
import { whileFree } from './claim.ts';
import { keptFrom, type Kept, type KeptFile } from './kept.ts';
import { tellLate, type LateAnswer } from './late-answers.ts';
import { namedIds } from './take-words.ts';
import { ownerNow, readWords, writeWords } from './words.ts';

/** The files, each written once. */
const files = createStore('pontual-composer', 'files');

/** Under which name a file is kept: the same one, however often the form changes. */
const ids = new WeakMap<File, string>();

function idOf(file: File): string {
  const id = ids.get(file) ?? newKey();
  ids.set(file, id);
  return id;
}

/** Of a file that would be another one after a reload: its name then is the one it has now. */
export const keepAs = (file: File, id: string) => void ids.set(file, id);

/** What the browser's storage refuses, as in private windows or when it is full, is not kept. */
async function isDone(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    // Some browsers refuse already to open it.
    return false;
  }
}

/** How far what is shown is kept: all of it, not all of it yet, or not at all. */
export type Standing = 'held' | 'writing' | 'refused';

/** Keeps what one composer makes, in the browser. */
export interface Keeper {
  /** From one change to the next; nothing of a wizard without work. */
  keep: (wizard: Wizard) => void;
  /** What was on its way under this key has not arrived, and is known not to have. */
  settle: (key: string) => void;
  /**
   * The same, or that it has arrived, after the composer was left: others may be at the post now.
   * Resolves once what is kept knows it.
   */
  answerLate: (answer: LateAnswer) => Promise<void>;
  /** A visitor goes to log in, for this very post. */
  awaitLogin: () => void;
  /** A user goes to connect an account, for this very post. */
  awaitAccount: () => void;
  /** The files that were not opened are not wanted any more. */
  startOver: () => void;
  /** Nothing is being made any more, and nothing is kept from here on. */
  end: () => void;
  standing: () => Standing;
  /** Calls at each change of that, until what it gives back is called. */
  onStanding: (listener: () => void) => () => void;
}

const nothing = () => undefined;
/** Of a composer that has no place to keep in. */
export const noKeeper: Keeper = {
  keep: nothing,
  settle: nothing,
  answerLate: async (answer) => tellLate(answer),
  awaitLogin: nothing,
  awaitAccount: nothing,
  startOver: nothing,
  end: nothing,
  standing: () => 'refused',
  onStanding: () => nothing,
};

/** The files of a post that was kept. */
export interface Opened {
  files: readonly PickedFile[];
  /** The browser has not answered for these; they may lie there all the same. */
  unread: readonly KeptFile[];
}

export const noneOpened: Opened = { files: [], unread: [] };

/**
 * Writes to the place of `owner`, and no longer once somebody else is logged in. What was `opened`
 * there lies there.
 */
export function createKeeper(owner: string | null, opened: Opened): Keeper {
  let { unread } = opened;
  const lying = [...opened.files.map(({ file }) => idOf(file)), ...unread.map(({ id }) => id)];
  const bytes = new Map<string, Standing>(lying.map((id) => [id, 'held']));
  let hasEnded = false;
  let hasWords = true;
  /** What was written last. */
  let last: Kept | null = null;
  /** Why its user leaves. Each later write repeats it, because the form may change until the next page opens. */
  let awaits: Pick<Kept, 'awaitsLogin' | 'awaitsAccount'> = {};
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };

  const keepBytes = async (id: string, file: File) => {
    bytes.set(id, 'writing');
    const isHeld = await isDone(() => set(id, file, files));
    // It may have been taken out meanwhile.
    if (bytes.has(id)) bytes.set(id, isHeld ? 'held' : 'refused');
    announce();
  };
  const write = (kept: Kept | null, wizard: Wizard | null): void => {
    last = kept;
    hasWords = writeWords(owner, kept === null ? null : { ...kept, ...awaits });
    const named = new Set(kept?.form.files.map(({ id }) => id));
    for (const { file } of wizard?.form.files ?? []) {
      const id = idOf(file);
      if (named.has(id) && !bytes.has(id)) void keepBytes(id, file);
    }
    for (const id of bytes.keys()) {
      if (named.has(id)) continue;
      bytes.delete(id);
      void isDone(() => del(id, files));
    }
    announce();
  };
  const leaveFor = (reason: typeof awaits) => {
    awaits = reason;
    if (last !== null) writeWords(owner, { ...last, ...awaits });
  };
  return {
    keep(wizard) {
      if (hasEnded || ownerNow() !== owner) return;
      if (wizard.step === 'done' || wizard.form.files.length > 0) unread = [];
      const kept = hasWork(wizard) || unread.length > 0 ? keptFrom(wizard, idOf) : null;
      const waits = kept !== null && unread.length > 0;
      write(waits ? { ...kept, form: { ...kept.form, files: unread } } : kept, wizard);
    },
    settle(key) {
      last = answered(owner, { key, exists: false });
    },
    async answerLate(answer) {
      // Who goes on with the post takes the answer in; where nobody does, it is for what is kept.
      await whileFree(owner, () => {
        const kept = readWords(owner);
        const isUntouched = JSON.stringify(kept) === JSON.stringify(last);
        if (answer.exists && isUntouched) write(null, null);
        else answered(owner, answer);
      });
      tellLate(answer);
    },
    awaitLogin() {
      leaveFor({ awaitsLogin: true });
    },
    awaitAccount() {
      leaveFor({ awaitsAccount: true });
    },
    startOver() {
      unread = [];
    },
    end() {
      hasEnded = true;
      write(null, null);
    },
    standing() {
      const all = new Set(bytes.values());
      if (!hasWords || all.has('refused')) return 'refused';
      return all.has('writing') ? 'writing' : 'held';
    },
    onStanding(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What is kept no longer says that this may have arrived; gives what it says then. */
function answered(owner: string | null, { key, exists }: LateAnswer): Kept | null {
  const kept = readWords(owner);
  if (kept === null || !kept.unanswered.some((sent) => sent.key === key)) return kept;
  const unanswered = withoutSent(kept.unanswered, key);
  const known = { ...kept, unanswered, exists: kept.exists || exists };
  writeWords(owner, known);
  return known;
}

/** The files of what was kept, as far as they are there; who shows them gives their urls back. */
export async function openFiles(kept: Kept | null): Promise<Opened> {
  const wanted = kept?.form.files ?? [];
  const found = await foundFiles(wanted.map(({ id }) => id));
  if (found === null) return { files: [], unread: wanted };
  const opened = wanted.flatMap(({ id, ...rest }, index): PickedFile[] => {
    const file = found[index];
    if (!(file instanceof File)) return [];
    ids.set(file, id);
    return [{ ...rest, file, url: URL.createObjectURL(file) }];
  });
  return { files: opened, unread: [] };
}

/** A browser's storage that is broken may never answer: the form does not wait for it any longer. */
const PATIENCE_MS = 5000;

/** Null where the browser does not say what is there. */
async function foundFiles(wanted: string[]): Promise<unknown[] | null> {
  if (wanted.length === 0) return [];
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([getMany(wanted, files), late]);
  } catch {
    return null;
  }
}

/** Drops files that nobody's words name any more. */
export async function sweep(): Promise<void> {
  const found = await keys<string>(files);
  // Read last: words are written before the files that they name, also by another tab.
  const named = namedIds();
  await Promise.all(found.filter((id) => !named.has(id)).map((id) => del(id, files)));
}
