import { createStore, del, entries, set } from 'idb-keyval';
import type { PickedFile } from '../form-rules.ts';
import type { Wizard } from '../wizard-state.ts';
import { hasWork } from '../wizard.ts';
import { keptFrom, type Kept } from './kept.ts';
import { ownerNow, readWords, writeWords } from './words.ts';

/** The files, each written once. */
const files = createStore('pontual-composer', 'files');

/** Under which name a file is kept: the same one, however often the form changes. */
const ids = new WeakMap<File, string>();
/** The names of the files that have been written, or are being written. */
const written = new Set<string>();

function idOf(file: File): string {
  const id = ids.get(file) ?? newId();
  ids.set(file, id);
  return id;
}

/** Not `randomUUID`, which browsers keep from pages that are served without https. */
const newId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** What the browser's storage refuses, as in private windows or when it is full, is not kept. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Keeps a post that is being made, from one change to the next; nothing of one without work. */
export function keep(wizard: Wizard): void {
  const kept = hasWork(wizard) ? keptFrom(wizard, ownerNow(), idOf) : null;
  if (kept === null) {
    forget();
    return;
  }
  writeWords(kept);
  const named = new Set(kept.form.files.map(({ id }) => id));
  for (const { file } of wizard.form.files) {
    const id = idOf(file);
    if (written.has(id)) continue;
    written.add(id);
    quietly(set(id, file, files));
  }
  for (const id of written) if (!named.has(id)) drop(id);
}

function drop(id: string): void {
  written.delete(id);
  quietly(del(id, files));
}

/** Nothing is being made any more: it was scheduled, saved, or given up. */
export function forget(): void {
  writeWords(null);
  for (const id of written) drop(id);
}

/** What this very user, or a visitor who has since logged in, was making; null when nothing. */
export function keptNow(): Kept | null {
  const kept = readWords();
  if (kept === null || kept.owner === ownerNow()) return kept;
  return kept.owner === null ? kept : null;
}

export interface KeptFiles {
  files: PickedFile[];
  /** How many could not be kept. */
  lost: number;
}

/** Opens the files of what was kept, and drops those that nothing names any more. */
export async function openFiles(kept: Kept | null): Promise<KeptFiles> {
  const wanted = kept?.form.files ?? [];
  const found = await foundFiles();
  // Those of somebody whose session was lost stay for that somebody.
  const named = readWords()?.form.files ?? [];
  for (const id of found.keys()) {
    written.add(id);
    if (!named.some((file) => file.id === id)) drop(id);
  }
  const opened = wanted.flatMap(({ id, ...rest }): PickedFile[] => {
    const file = found.get(id);
    if (file === undefined) return [];
    ids.set(file, id);
    return [{ ...rest, file, url: URL.createObjectURL(file) }];
  });
  return { files: opened, lost: wanted.length - opened.length };
}

async function foundFiles(): Promise<Map<string, File>> {
  try {
    const found = await entries<string, File>(files);
    return new Map(found.filter(([, file]) => file instanceof File));
  } catch {
    return new Map();
  }
}
