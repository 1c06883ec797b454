import { join } from 'node:path';
import { lockDataDir } from './data-dir-lock.ts';
import { openDatabase, type Database, type DatabaseSource } from './database.ts';

/** The embedded database of a DATA_DIR. */
export const embeddedIn = (dataDir: string): DatabaseSource => ({
  kind: 'embedded',
  dataDir: join(dataDir, 'database'),
});

/** Runs `act` on a database and closes it, whatever comes of it. */
export async function withOpened<T>(
  source: DatabaseSource,
  act: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(source);
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}

/**
 * Runs `act` on the installation's database, for a command; the embedded one is held meanwhile.
 * @throws DataDirHeldError when Pontual itself runs on the embedded one
 */
export async function withDatabase<T>(
  env: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  act: (database: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = env;
  const lock = url === undefined ? lockDataDir(dataDir) : undefined;
  try {
    const source: DatabaseSource =
      url === undefined ? embeddedIn(dataDir) : { kind: 'postgres', url, isPatient: true };
    return await withOpened(source, act);
  } finally {
    lock?.release();
  }
}
