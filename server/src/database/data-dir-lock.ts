import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DataDirHeldError extends Error {}

/**
 * Holds a folder for this process: two openers of one embedded database lose rows silently.
 * The kernel frees the lock when the process ends, `kill -9` included.
 * @throws DataDirHeldError when another process holds it.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new DataDirHeldError(dataDir);
  }
  return { release: () => lock.close() };
}
