import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
