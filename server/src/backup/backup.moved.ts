import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirHeldError, lockDataDir } from '../database/data-dir-lock.ts';

/** Lies beside an embedded database whose posts go out from another one: from here they must not. */
const noteOf = (dataDir: string) => join(dataDir, 'moved-to-postgres');

export const hasMoved = (dataDir: string): boolean => existsSync(noteOf(dataDir));

export const movedLine = (dataDir: string): string =>
  `What was in ${dataDir} has moved to PostgreSQL: set DATABASE_URL. ` +
  `If it has not, because the move was cut off, move again or delete ${noteOf(dataDir)}.`;

export const noteMove = (dataDir: string): Promise<void> =>
  writeFile(noteOf(dataDir), 'The embedded database beside this file is no longer in use.\n', {
    flush: true,
  });

export const forgetMove = (dataDir: string): Promise<void> => rm(noteOf(dataDir), { force: true });

/** What is on its way lies in such a folder: all that everybody has. */
const ASIDE = 'moving-';

export const folderAside = (dataDir: string): Promise<string> => mkdtemp(join(dataDir, ASIDE));

/** Deletes what a move that was killed has left behind; one that is under way is left alone. */
export async function forgetCutOff(dataDir: string): Promise<void> {
  const found = async () =>
    (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith(ASIDE));
  if ((await found()).length === 0) return;
  try {
    const lock = lockDataDir(dataDir);
    for (const name of await found()) await rm(join(dataDir, name), { recursive: true });
    lock.release();
  } catch (error) {
    if (!(error instanceof DataDirHeldError)) throw error;
  }
}
