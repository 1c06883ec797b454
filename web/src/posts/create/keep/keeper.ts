import { createStore, del, getMany, keys, set } from 'idb-keyval';
import type { PickedFile } from '../form-rules.ts';
import { newKey } from '../new-key.ts';
import type { Wizard } from '../wizard-state.ts';
import { hasWork } from '../wizard.ts';
import { keptFrom, type Kept } from './kept.ts';
import { namedIds, ownerNow, readWords, writeWords } from './words.ts';

/** The files, each written once. */
const files = createStore('pontual-composer', 'files');

/** Under which name a file is kept: the same one, however often the form changes. */
const ids = new WeakMap<File, string>();

function idOf(file: File): string {
  const id = ids.get(file) ?? newKey();
  ids.set(file, id);
  return id;
}

/** What the browser's storage refuses, as in private windows or when it is full, is not kept. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Keeps what one composer makes, in the browser. */
export interface Keeper {
  /** From one change to the next; nothing of a wizard without work. */
  keep: (wizard: Wizard) => void;
  /** What was on its way has not arrived, and is known not to have. */
  settle: () => void;
  /** Nothing is being made any more, and nothing is kept from here on. */
  end: () => void;
}

const nothing = () => undefined;
/** Of a composer that may not keep: another tab is at it. */
export const noKeeper: Keeper = { keep: nothing, settle: nothing, end: nothing };

/**
 * Writes to the place of `owner`, and no longer once somebody else is logged in. What was `opened`
 * there lies there.
 */
export function createKeeper(owner: string | null, opened: readonly PickedFile[]): Keeper {
  const written = new Set(opened.map(({ file }) => idOf(file)));
  let hasEnded = false;

  const write = (kept: Kept | null, wizard: Wizard | null): void => {
    writeWords(owner, kept);
    const named = new Set(kept?.form.files.map(({ id }) => id));
    for (const { file } of wizard?.form.files ?? []) {
      const id = idOf(file);
      if (!named.has(id) || written.has(id)) continue;
      written.add(id);
      quietly(set(id, file, files));
    }
    for (const id of written) {
      if (named.has(id)) continue;
      written.delete(id);
      quietly(del(id, files));
    }
  };
  return {
    keep(wizard) {
      if (hasEnded || ownerNow() !== owner) return;
      write(hasWork(wizard) ? keptFrom(wizard, idOf) : null, wizard);
    },
    settle() {
      const kept = readWords(owner);
      if (kept !== null) writeWords(owner, { ...kept, isSending: false });
    },
    end() {
      hasEnded = true;
      write(null, null);
    },
  };
}

/** What this very user was making, or a visitor who has since logged in; null when nothing. */
export function keptOf(owner: string | null): Kept | null {
  const own = readWords(owner);
  if (own !== null || owner === null) return own;
  const before = readWords(null);
  if (before === null) return null;
  writeWords(owner, before);
  writeWords(null, null);
  return before;
}

/** The files of what was kept, as far as they are there; who shows them gives their urls back. */
export async function openFiles(kept: Kept | null): Promise<PickedFile[]> {
  const wanted = kept?.form.files ?? [];
  const found = await foundFiles(wanted.map(({ id }) => id));
  return wanted.flatMap(({ id, ...rest }, index): PickedFile[] => {
    const file = found[index];
    if (!(file instanceof File)) return [];
    ids.set(file, id);
    return [{ ...rest, file, url: URL.createObjectURL(file) }];
  });
}

async function foundFiles(wanted: string[]): Promise<unknown[]> {
  try {
    return await getMany(wanted, files);
  } catch {
    return [];
  }
}

/** Drops files that nobody's words name any more. */
export async function sweep(): Promise<void> {
  const named = namedIds();
  const found = await keys<string>(files);
  await Promise.all(found.filter((id) => !named.has(id)).map((id) => del(id, files)));
}
