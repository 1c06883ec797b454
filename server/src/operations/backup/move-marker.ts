import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../platform/database/embedded/is-alive.ts';

const markerFile = (dataDir: string) => join(dataDir, 'moved-to-postgres');

export const hasMovedToPostgres = (dataDir: string): boolean => existsSync(markerFile(dataDir));

export const movedMessage = (dataDir: string): string =>
  `What was in ${dataDir} has moved to PostgreSQL: set DATABASE_URL. ` +
  `If it has not, because the move was cut off, move again or delete ${markerFile(dataDir)}.`;

export const writeMoveMarker = (dataDir: string): Promise<void> =>
  writeFile(markerFile(dataDir), 'The embedded database beside this file is no longer in use.\n', {
    flush: true,
  });

export const deleteMoveMarker = (dataDir: string): Promise<void> =>
  rm(markerFile(dataDir), { force: true });

/** A folder with the rows of a running move; its name holds the pid of the process. */
const TEMPORARY_FOLDER = /^moving-(\d+)-/;

export const createTemporaryFolder = (dataDir: string): Promise<string> =>
  mkdtemp(join(dataDir, `moving-${process.pid}-`));

export async function deleteInterruptedMoves(dataDir: string): Promise<void> {
  await deleteTemporaryFolders(dataDir, (pid) => !isAlive(pid));
}

export async function deleteTemporaryFolders(
  dataDir: string,
  canDelete: (pid: number) => boolean = () => true,
): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const pid = TEMPORARY_FOLDER.exec(name)?.[1];
    if (pid === undefined || !canDelete(Number(pid))) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
