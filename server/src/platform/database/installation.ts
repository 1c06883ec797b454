import { join } from 'node:path';
import { createLog, type Log } from '../log/log.ts';
import { openDatabase, type Database } from './database.ts';
import {
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedOptions,
  type EmbeddedPostgres,
} from './embedded/embedded-postgres.ts';
import { findFolder } from './embedded/folder.ts';

/** DATABASE_URL, or else the embedded database in DATA_DIR. */
export interface InstallationEnv {
  DATABASE_URL?: string | undefined;
  DATA_DIR: string;
}

export const hasEmbeddedDatabase = async (dataDir: string): Promise<boolean> =>
  (await findFolder(dataDir)) !== undefined;

/** @throws DatabaseInUseError when another product runs on the embedded database */
export const openInstallation = (
  env: InstallationEnv,
  log: Log,
  onLost: () => void,
): Promise<Database> => open(env, startEmbeddedPostgres, { log, onLost, hasNoQueryTimeout: false });

export const withInstallation = <T>(
  env: InstallationEnv,
  act: (database: Database) => Promise<T>,
): Promise<T> => useDatabase(open(env, joinEmbeddedPostgres, commandOptions()), act);

/** @throws DatabaseInUseError when the product runs on the embedded database */
export const withExclusiveInstallation = <T>(
  env: InstallationEnv,
  act: (database: Database) => Promise<T>,
): Promise<T> => useDatabase(open(env, startEmbeddedPostgres, commandOptions()), act);

/** A command that loses the database to a product must not continue to write to it. */
const commandOptions = () => ({
  log: createLog('warn'),
  hasNoQueryTimeout: true,
  onLost: () => process.exit(1),
});

async function useDatabase<T>(
  opening: Promise<Database>,
  act: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await opening;
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}

async function open(
  { DATABASE_URL: url, DATA_DIR: dataDir }: InstallationEnv,
  embed: (options: EmbeddedOptions) => Promise<EmbeddedPostgres>,
  options: Omit<EmbeddedOptions, 'dataDir'> & { log: Log; hasNoQueryTimeout: boolean },
): Promise<Database> {
  const { log, hasNoQueryTimeout, onLost } = options;
  if (url !== undefined) return openDatabase(url, { hasNoQueryTimeout });
  const embedded = await embed({ dataDir, log, ...(onLost === undefined ? {} : { onLost }) });
  if (embedded.folder !== join(dataDir, 'postgres')) {
    log.warn(
      `PostgreSQL does not run as root and cannot reach ${dataDir}: its data is in ${embedded.folder}`,
    );
  }
  const database = openDatabase(embedded.connection, { hasNoQueryTimeout });
  return {
    ...database,
    async close() {
      await database.close();
      await embedded.close();
    },
  };
}
