import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '../../platform/database/database.ts';
import { knownMigrations, pendingMigrations } from '../../platform/database/migrate.ts';
import { newId } from '../../platform/ids.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import {
  BackupError,
  tableFile,
  totalsOf,
  writeManifest,
  type Manifest,
  type TableFile,
} from './format.ts';
import { exportMedia } from './media.ts';
import {
  createBackupRepository,
  jobsFile,
  productTables,
  type BackupRepository,
  type BackupRow,
} from './backup.repository.ts';

export interface CompletedBackup {
  folder: string;
  manifest: Omit<Manifest, 'format'>;
}

async function writeLines(
  folder: string,
  { name, columns }: { name: string; columns: string[] },
  batches: AsyncIterable<BackupRow[]>,
): Promise<TableFile> {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  async function* lines() {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch.map((line) => `${JSON.stringify(line)}\n`).join('');
    }
  }
  const countingStream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const file = createWriteStream(tableFile(folder, name), { flush: true });
  await pipeline(Readable.from(lines()), createGzip(), countingStream, file);
  return { name, columns, rows, bytes, sha256: hash.digest('hex') };
}

async function writeTables(repository: BackupRepository, folder: string): Promise<TableFile[]> {
  const tables: TableFile[] = [];
  for (const name of productTables) {
    const columns = (await repository.columns(name)).map((column) => column.name);
    tables.push(await writeLines(folder, { name, columns }, repository.rows(name, columns)));
  }
  return tables;
}

/** The order of backup names is the order of their times. */
const nameOf = (takenAt: Date) => `pontual-${takenAt.toISOString().replaceAll(/[:.]/g, '-')}`;
const NAME_PATTERN = /^pontual-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const PARTIAL = '.partial-';

const readDatabase = (database: Database, folder: string) =>
  database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const repository = createBackupRepository(tx);
      await repository.prepareSession();
      const [pending] = await pendingMigrations(tx);
      if (pending !== undefined) {
        throw new BackupError(`The database is of an older version: it lacks ${pending}.`);
      }
      const migrations = await repository.migrations();
      const known = await knownMigrations();
      const unknown = migrations.find((name) => !known.includes(name));
      if (unknown !== undefined) {
        // This version would omit the user data in tables that it does not know.
        throw new BackupError(`The database is of a newer Pontual (${unknown}): use that version.`);
      }
      return {
        takenAt: await repository.now(),
        migrations,
        tables: await writeTables(repository, folder),
        jobs: await writeLines(folder, jobsFile, repository.jobs()),
        keys: await repository.media(),
      };
    });

/**
 * Everything except the secret keys, atomically. Media are copied after the rows: the storage keeps deleted
 * objects for longer than a backup takes.
 * @throws BackupError
 */
export async function takeBackup(deps: {
  database: Database;
  /** Undefined leaves the media out. */
  storage: MediaStorage | undefined;
  into: string;
}): Promise<CompletedBackup> {
  const { database, storage, into } = deps;
  const partial = join(into, `${PARTIAL}${newId()}`);
  try {
    await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 });
    const { keys, ...rows } = await readDatabase(database, partial);
    const copied =
      storage === undefined
        ? { media: null, lostMedia: [] }
        : await exportMedia(storage, partial, keys);
    const manifest = { ...rows, ...copied };
    await writeManifest(partial, manifest);
    const folder = join(into, nameOf(rows.takenAt));
    await rename(partial, folder);
    return { folder, manifest };
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * No backup may contain a deleted user for longer, so partial backups of killed processes are deleted, too.
 * Returns the number of complete backups that it deleted.
 */
export async function deleteOldBackups(into: string, before: Date): Promise<number> {
  const names = await readdir(into);
  const old = names.filter((name) => NAME_PATTERN.test(name) && name < nameOf(before));
  for (const name of old) await rm(join(into, name), { recursive: true });
  for (const name of names.filter((each) => each.startsWith(PARTIAL))) {
    const { mtime } = await stat(join(into, name));
    if (mtime < before) await rm(join(into, name), { recursive: true });
  }
  return old.length;
}

export async function recordBackup(
  database: Database,
  { manifest }: CompletedBackup,
): Promise<void> {
  await database.db
    .insertInto('backups')
    .values({ id: newId(), taken_at: manifest.takenAt, ...totalsOf(manifest) })
    .execute();
}
