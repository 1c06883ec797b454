import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { openDatabase, type Database } from '../database/database.ts';
import { DatabaseInUseError } from '../database/embedded/embedded-postgres.ts';
import { findFolder } from '../database/embedded/folder.ts';
import { hasEmbedded, withInstallation, withInstallationAlone } from '../database/installation.ts';
import { notedDeleted } from '../deletion/deletion.again.ts';
import { loadKeyRing } from '../key-ring.ts';
import { createLog } from '../log.ts';
import { createStorage } from '../media/storage/create-storage.ts';
import { isFullDisk, StorageFullError } from '../media/storage/storage.ts';
import { BackupError, totalsOf } from './backup.format.ts';
import {
  folderAside,
  forgetCutOff,
  forgetMove,
  forgetMoves,
  hasMoved,
  movedLine,
  noteMove,
} from './backup.moved.ts';
import { refuseUsed, restoreBackup, type Restoration } from './backup.restoring.ts';
import { forgetOldBackups, recordBackup, takeBackup } from './backup.taking.ts';

/** What came of it, in one line. */
export interface Done {
  line: string;
  isWhole: boolean;
}

type Command = (variables: NodeJS.ProcessEnv, args: readonly string[]) => Promise<Done>;

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

/** @throws BackupError where nobody has started Pontual yet. */
async function refuseWithoutDatabase(dataDir: string): Promise<void> {
  if (await hasEmbedded(dataDir)) return;
  throw new BackupError(`There is no embedded database in ${dataDir}.`);
}

/** What an operator can mend is one line; the rest is thrown. */
const inOneLine =
  (command: (env: Settings, args: readonly string[]) => Promise<Done>): Command =>
  async (variables, args) => {
    try {
      const env = settings.parse(variables);
      await forgetCutOff(env.DATA_DIR);
      return await command(env, args);
    } catch (error) {
      const line = lineOf(error);
      if (line === undefined) throw error;
      return { line, isWhole: false };
    }
  };

function lineOf(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message;
  if (error instanceof DatabaseInUseError) {
    return error.message;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // PostgreSQL's own word for a full disk.
  if (isFullDisk(error) || error instanceof StorageFullError || code === '53100') {
    return 'There is no room left on the disk: nothing was changed. Make room and run it again.';
  }
  return undefined;
}

const counted = ({ rows, media, bytes }: ReturnType<typeof totalsOf>) =>
  `${rows} rows and ${media} media, ${(bytes / 1e6).toFixed(1)} MB`;

/** The privacy policy promises it: longer than this no backup has somebody who was deleted. */
const KEPT_DAYS = '30';
const DAY_MS = 86_400_000;

/** `npm run backup -- [--to FOLDER] [--without-media] [--keep-days N]` */
export const backup = inOneLine(async (env, args) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string' },
      'without-media': { type: 'boolean', default: false },
      'keep-days': { type: 'string', default: KEPT_DAYS },
    },
  });
  const keptDays = Number(values['keep-days']);
  if (!(keptDays >= 1)) throw new BackupError('--keep-days is a number of days, 1 or more.');
  if (env.DATABASE_URL === undefined) {
    if (hasMoved(env.DATA_DIR)) throw new BackupError(movedLine(env.DATA_DIR));
    await refuseWithoutDatabase(env.DATA_DIR);
  }
  const into = resolve(values.to ?? join(env.DATA_DIR, 'backups'));
  const storage = values['without-media'] ? undefined : await storageOf(env);
  const taken = await withInstallation(env, async (database) => {
    const done = await takeBackup({ database, storage, into });
    await recordBackup(database, done);
    return done;
  });
  const { manifest, folder } = taken;
  const oldest = new Date(manifest.takenAt.getTime() - keptDays * DAY_MS);
  const gone = await forgetOldBackups(into, oldest);
  const lost = manifest.lostMedia.length;
  const keys = env.SECRET_KEYS === undefined ? join(env.DATA_DIR, 'secret-keys') : 'SECRET_KEYS';
  return {
    line:
      `Backed up to ${folder}: ${counted(totalsOf(manifest))}. ` +
      `Keep ${keys} apart from it: without the keys no account can be reached.` +
      (gone === 0 ? '' : ` Backups older than ${keptDays} days, which are deleted: ${gone}.`) +
      (lost === 0 ? '' : ` The storage lacks ${lost} media that posts name; see lostMedia.`),
    isWhole: lost === 0,
  };
});

type Wishes = Pick<
  Restoration,
  'folder' | 'forgetsUnopened' | 'deletedUsers' | 'endsSessions' | 'isMove'
>;

const missing = (count: number) =>
  count === 0 ? '' : ` The storage lacks ${count} media that posts name: put them back into it.`;

async function restoreInto(env: Settings, wishes: Wishes) {
  const keyRing = await loadKeyRing(env.SECRET_KEYS, env.DATA_DIR);
  const storage = await storageOf(env);
  return withInstallationAlone(env, (database) =>
    restoreBackup({
      ...wishes,
      database,
      storage,
      keyRing,
      scratch: join(env.DATA_DIR, 'incoming'),
      log: createLog('warn'),
    }),
  );
}

/** `npm run restore -- FOLDER [--deleted LIST] [--end-sessions] [--forget-sealed]` */
export const restore = inOneLine(async (env, args) => {
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
  const { manifest, forgotten, deletedAgain, missingMedia } = await restoreInto(env, {
    folder: resolve(folder),
    forgetsUnopened: values['forget-sealed'],
    deletedUsers: await notedDeleted(env, values.deleted),
    endsSessions: values['end-sessions'],
    isMove: false,
  });
  return {
    line:
      `Restored what was there on ${manifest.takenAt.toISOString()}: ` +
      `${counted(totalsOf(manifest))}. Posts that were due since are looked for on their ` +
      'accounts before anything goes out.' +
      (forgotten === 0 ? '' : ` To be connected anew: ${forgotten}.`) +
      (deletedAgain === 0
        ? ''
        : ` Accounts deleted since, which are deleted again: ${deletedAgain}.`) +
      missing(missingMedia),
    isWhole: missingMedia === 0,
  };
});

/** @throws BackupError unless an empty PostgreSQL answers there: until then the old one goes on. */
async function refuseTarget(url: string): Promise<void> {
  const database = openDatabase(url, { isPatient: true });
  try {
    await database.inTransaction(refuseUsed);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new BackupError(`The database to move to cannot be used (${why}): nothing was changed.`);
  } finally {
    await database.close();
  }
}

/** `npm run move-to-postgres -- --to postgres://...`: media stay where they are. */
export const moveToPostgres = inOneLine(async (env, args) => {
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' } } });
  const { DATA_DIR: dataDir } = env;
  const url = values.to;
  if (url === undefined || !url.startsWith('postgres')) {
    throw new BackupError('Name the database: npm run move-to-postgres -- --to postgres://...');
  }
  await refuseWithoutDatabase(dataDir);
  return withInstallationAlone({ DATA_DIR: dataDir }, async (database) => {
    // Of a move that was killed: no other one is under way.
    await forgetMoves(dataDir);
    await refuseTarget(url);
    try {
      return await move(env, url, database);
    } finally {
      await forgetMoves(dataDir);
    }
  });
});

async function move(env: Settings, url: string, database: Database): Promise<Done> {
  const { DATA_DIR: dataDir } = env;
  const into = await folderAside(dataDir);
  const { folder } = await takeBackup({ database, storage: undefined, into });
  // Before it is done: in two databases at once everything would go out twice. What an earlier move
  // has noted stays, whatever becomes of this one.
  const isNoted = hasMoved(dataDir);
  await noteMove(dataDir);
  const wishes = {
    folder,
    forgetsUnopened: false,
    deletedUsers: [],
    endsSessions: false,
    isMove: true,
  };
  const { manifest, missingMedia } = await restoreInto({ ...env, DATABASE_URL: url }, wishes).catch(
    async (error: unknown) => {
      // Of anything else it is not known whether the rows have come.
      if (error instanceof BackupError && !isNoted) await forgetMove(dataDir);
      throw error;
    },
  );
  return {
    line:
      `Moved to PostgreSQL: ${totalsOf(manifest).rows} rows. Start Pontual with DATABASE_URL set; ` +
      `the media, and the keys unless SECRET_KEYS is set, stay in ${dataDir}. Once it runs, and is ` +
      `backed up, delete ${await findFolder(dataDir)}: it keeps what everybody had, also of those who ` +
      `delete their account from now on.${missing(missingMedia)}`,
    isWhole: missingMedia === 0,
  };
}
