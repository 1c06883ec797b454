import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { DatabaseInUseError } from '../../platform/database/embedded/embedded-postgres.ts';
import { findFolder } from '../../platform/database/embedded/folder.ts';
import {
  hasEmbeddedDatabase,
  withInstallation,
  withExclusiveInstallation,
} from '../../platform/database/installation.ts';
import { listDeletedUserIds } from '../../privacy/deletion/restored-users.ts';
import { loadKeyRing } from '../../platform/key-ring.ts';
import { createLog } from '../../platform/log/log.ts';
import { createStorage } from '../../media/storage/create-storage.ts';
import { isFullDisk, StorageFullError } from '../../media/storage/storage.ts';
import { BackupError, totalsOf } from './format.ts';
import {
  createTemporaryFolder,
  deleteInterruptedMoves,
  deleteMoveMarker,
  deleteTemporaryFolders,
  hasMovedToPostgres,
  movedMessage,
  writeMoveMarker,
} from './move-marker.ts';
import { assertUnused, restoreBackup, type RestoreInput } from './restore.service.ts';
import { deleteOldBackups, recordBackup, takeBackup } from './backup.service.ts';

export interface CommandResult {
  message: string;
  isComplete: boolean;
}

type Command = (variables: NodeJS.ProcessEnv, args: readonly string[]) => Promise<CommandResult>;

const settings = z.object({
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  DATA_DIR: z.string(),
  SECRET_KEYS: z.string().optional(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});
type Settings = z.infer<typeof settings>;

const storageOf = (env: Settings) =>
  createStorage(env, join(env.DATA_DIR, 'media'), join(env.DATA_DIR, 'incoming'));

/** @throws BackupError if Pontual has never run there */
async function requireEmbeddedDatabase(dataDir: string): Promise<void> {
  if (await hasEmbeddedDatabase(dataDir)) return;
  throw new BackupError(`There is no embedded database in ${dataDir}.`);
}

const defineCommand =
  (command: (env: Settings, args: readonly string[]) => Promise<CommandResult>): Command =>
  async (variables, args) => {
    try {
      const env = settings.parse(variables);
      await deleteInterruptedMoves(env.DATA_DIR);
      return await command(env, args);
    } catch (error) {
      const message = expectedErrorMessage(error);
      if (message === undefined) throw error;
      return { message, isComplete: false };
    }
  };

function expectedErrorMessage(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message;
  if (error instanceof DatabaseInUseError) {
    return error.message;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // PostgreSQL's SQLSTATE of a full disk.
  if (isFullDisk(error) || error instanceof StorageFullError || code === '53100') {
    return 'There is no room left on the disk: nothing was changed. Make room and run it again.';
  }
  return undefined;
}

const formatTotals = ({ rows, media, bytes }: ReturnType<typeof totalsOf>) =>
  `${rows} rows and ${media} media, ${(bytes / 1e6).toFixed(1)} MB`;

/** The privacy policy promises that no backup contains a deleted user for longer than this. */
const DEFAULT_RETENTION_DAYS = '30';
const DAY_MS = 86_400_000;

/** `npm run backup -- [--to FOLDER] [--without-media] [--keep-days N]` */
export const backup = defineCommand(async (env, args) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string' },
      'without-media': { type: 'boolean', default: false },
      'keep-days': { type: 'string', default: DEFAULT_RETENTION_DAYS },
    },
  });
  const retentionDays = Number(values['keep-days']);
  if (!(retentionDays >= 1)) throw new BackupError('--keep-days is a number of days, 1 or more.');
  if (env.DATABASE_URL === undefined) {
    if (hasMovedToPostgres(env.DATA_DIR)) throw new BackupError(movedMessage(env.DATA_DIR));
    await requireEmbeddedDatabase(env.DATA_DIR);
  }
  const into = resolve(values.to ?? join(env.DATA_DIR, 'backups'));
  const storage = values['without-media'] ? undefined : await storageOf(env);
  const taken = await withInstallation(env, async (database) => {
    const done = await takeBackup({ database, storage, into });
    await recordBackup(database, done);
    return done;
  });
  const { manifest, folder } = taken;
  const oldest = new Date(manifest.takenAt.getTime() - retentionDays * DAY_MS);
  const deletedCount = await deleteOldBackups(into, oldest);
  const lost = manifest.lostMedia.length;
  const keys = env.SECRET_KEYS === undefined ? join(env.DATA_DIR, 'secret-keys') : 'SECRET_KEYS';
  return {
    message:
      `Backed up to ${folder}: ${formatTotals(totalsOf(manifest))}. ` +
      `Keep ${keys} apart from it: without the keys no account can be reached.` +
      (deletedCount === 0
        ? ''
        : ` Backups older than ${retentionDays} days, which are deleted: ${deletedCount}.`) +
      (lost === 0 ? '' : ` The storage lacks ${lost} media that posts name; see lostMedia.`),
    isComplete: lost === 0,
  };
});

type RestoreOptions = Pick<
  RestoreInput,
  'folder' | 'deletesUndecryptable' | 'deletedUsers' | 'endsSessions' | 'isMove'
>;

const formatMissing = (count: number) =>
  count === 0 ? '' : ` The storage lacks ${count} media that posts name: put them back into it.`;

async function restoreInto(env: Settings, options: RestoreOptions) {
  const keyRing = await loadKeyRing(env.SECRET_KEYS, env.DATA_DIR);
  const storage = await storageOf(env);
  return withExclusiveInstallation(env, (database) =>
    restoreBackup({
      ...options,
      database,
      storage,
      keyRing,
      scratch: join(env.DATA_DIR, 'incoming'),
      log: createLog('warn'),
    }),
  );
}

/** `npm run restore -- FOLDER [--deleted LIST] [--end-sessions] [--forget-sealed]` */
export const restore = defineCommand(async (env, args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      deleted: { type: 'string' },
      'end-sessions': { type: 'boolean', default: false },
      'forget-sealed': { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new BackupError('Name the backup: npm run restore -- FOLDER');
  const { manifest, deletedSecrets, deletedAgain, missingMedia } = await restoreInto(env, {
    folder: resolve(folder),
    deletesUndecryptable: values['forget-sealed'],
    deletedUsers: await listDeletedUserIds(env, values.deleted),
    endsSessions: values['end-sessions'],
    isMove: false,
  });
  return {
    message:
      `Restored what was there on ${manifest.takenAt.toISOString()}: ` +
      `${formatTotals(totalsOf(manifest))}. Posts that were due since are looked for on their ` +
      'accounts before anything goes out.' +
      (deletedSecrets === 0 ? '' : ` To be connected anew: ${deletedSecrets}.`) +
      (deletedAgain === 0
        ? ''
        : ` Accounts deleted since, which are deleted again: ${deletedAgain}.`) +
      formatMissing(missingMedia),
    isComplete: missingMedia === 0,
  };
});

/** @throws BackupError unless the URL leads to an empty PostgreSQL database. The old one stays in use. */
async function checkTarget(url: string): Promise<void> {
  const database = openDatabase(url, { hasNoQueryTimeout: true });
  try {
    await database.inTransaction(assertUnused);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new BackupError(`The database to move to cannot be used (${why}): nothing was changed.`);
  } finally {
    await database.close();
  }
}

/** `npm run move-to-postgres -- --to postgres://...`: the media stay in the data folder. */
export const moveToPostgres = defineCommand(async (env, args) => {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
  const { DATA_DIR: dataDir } = env;
  const url = values.to;
  if (url === undefined || !url.startsWith('postgres')) {
    throw new BackupError('Name the database: npm run move-to-postgres -- --to postgres://...');
  }
  await requireEmbeddedDatabase(dataDir);
  return withExclusiveInstallation({ DATA_DIR: dataDir }, async (database) => {
    // An exclusive lock rules out a running move, so these folders belong to a killed one.
    await deleteTemporaryFolders(dataDir);
    await checkTarget(url);
    try {
      return await moveDatabase(env, url, database);
    } finally {
      await deleteTemporaryFolders(dataDir);
    }
  });
});

async function moveDatabase(
  env: Settings,
  url: string,
  database: Database,
): Promise<CommandResult> {
  const { DATA_DIR: dataDir } = env;
  const into = await createTemporaryFolder(dataDir);
  const { folder } = await takeBackup({ database, storage: undefined, into });
  // Before the move: two databases in use would publish every post twice. A marker of an earlier move stays.
  const wasMarked = hasMovedToPostgres(dataDir);
  await writeMoveMarker(dataDir);
  const options = {
    folder,
    deletesUndecryptable: false,
    deletedUsers: [],
    endsSessions: false,
    isMove: true,
  };
  const { manifest, missingMedia } = await restoreInto(
    { ...env, DATABASE_URL: url },
    options,
  ).catch(async (error: unknown) => {
    // After any other error the rows may have been committed, so the marker stays.
    if (error instanceof BackupError && !wasMarked) await deleteMoveMarker(dataDir);
    throw error;
  });
  return {
    message:
      `Moved to PostgreSQL: ${totalsOf(manifest).rows} rows. Start Pontual with DATABASE_URL set; ` +
      `the media, and the keys unless SECRET_KEYS is set, stay in ${dataDir}. Once it runs, and is ` +
      `backed up, delete ${await findFolder(dataDir)}: it still has the data of all ` +
      `users, also of those who delete their account from now on.${formatMissing(missingMedia)}`,
    isComplete: missingMedia === 0,
  };
}
