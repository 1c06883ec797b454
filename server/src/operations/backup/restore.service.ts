import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { knownMigrations } from '../../platform/database/migrate.ts';
import { deleteRestoredUsers } from '../../privacy/deletion/restored-users.ts';
import { newId } from '../../platform/ids.ts';
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts';
import { queueNames } from '../../platform/jobs/queues.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MediaStorage } from '../../media/storage/storage.ts';
import { BackupError, readManifest, totalsOf, verifyFiles, type Manifest } from './format.ts';
import { readLines, loadRows } from './restore-rows.ts';
import { importMedia, countMissing } from './media.ts';
import { createBackupRepository } from './backup.repository.ts';
import { createRestoreRepository } from './restore.repository.ts';
import { findUndecryptable, deleteUndecryptable } from './undecryptable-secrets.repository.ts';

export interface RestoreInput {
  /** Into which nothing has been written yet. */
  database: Database;
  storage: MediaStorage;
  keyRing: KeyRing;
  /** The backup. */
  folder: string;
  /** For files on their way to the storage, on the same disk. */
  scratch: string;
  /** What no key opens is given up instead of refused. */
  deletesUndecryptable: boolean;
  /** Users who asked to be deleted, and whom the backup may still have. */
  deletedUsers: readonly string[];
  /** Nobody stays logged in: what was ended since the backup would be open again. */
  endsSessions: boolean;
  /** It is the very database that is moved: nothing has gone on since. */
  isMove: boolean;
  log: Log;
}

export interface RestoreResult {
  manifest: Manifest;
  /** Connections and devices that were given up. */
  deletedSecrets: number;
  deletedAgain: number;
  /** Media that the rows name and the storage does not have. */
  missingMedia: number;
}

/** @throws BackupError unless nobody has used this database, and nobody does. */
export async function assertUnused(tx: Tx): Promise<void> {
  const repository = createRestoreRepository(tx);
  const [usedTable] = await repository.findUsedTables();
  if (usedTable !== undefined) {
    throw new BackupError(
      `The database is not empty (${usedTable} has rows): restore into one that nobody has used.`,
    );
  }
  if (await repository.hasLiveWorker()) {
    throw new BackupError('A Pontual runs on this database: stop it first.');
  }
}

/** A queue that is no more has nobody who would do its jobs. */
async function sendJobs(tx: Tx, jobs: Jobs, folder: string, manifest: Manifest): Promise<void> {
  const names: ReadonlySet<string> = new Set(queueNames);
  for await (const lines of readLines(folder, manifest.jobs)) {
    for (const [name, data, startAfter, group, key] of lines) {
      if (name == null || !names.has(name) || data == null || startAfter == null) continue;
      // The queue's name and what it carries were written down together.
      await jobs.send(tx, name as (typeof queueNames)[number], [
        {
          data: JSON.parse(data) as never,
          startAfter: new Date(startAfter),
          ...(group == null ? {} : { group }),
          ...(key == null ? {} : { key }),
        },
      ]);
    }
  }
}

/**
 * Until a worker has noticed the restoration, no sign of life lets anything go out. A move is noticed at
 * its own instant: nothing has happened since.
 */
async function recordRestoration(tx: Tx, manifest: Manifest, isMove: boolean): Promise<void> {
  const { rows } = totalsOf(manifest);
  await sql`
    insert into restorations (id, taken_at, rows, noticed_at)
    values (${newId()}, ${manifest.takenAt}, ${rows}, ${isMove ? manifest.takenAt : null})`.execute(
    tx,
  );
  if (!isMove) await sql`delete from worker_heartbeats`.execute(tx);
}

/**
 * Puts a backup into an empty database and its media into the storage. Everything is read and found
 * right before anything is written, and the rows are written in one transaction: whoever is killed in
 * it leaves an empty database, and begins again.
 * @throws BackupError with the line to show
 */
export async function restoreBackup(deps: RestoreInput): Promise<RestoreResult> {
  const { database, storage, folder, scratch } = deps;
  const manifest = await readManifest(folder);
  const known = await knownMigrations();
  const unknown = manifest.migrations.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new BackupError(`The backup is of a newer Pontual (${unknown}): use that version.`);
  }
  await verifyFiles(folder, manifest);
  await database.inTransaction(assertUnused);
  await importMedia(storage, folder, manifest, scratch);
  const restored = await restoreRows(deps, manifest);
  // What lies in a backup has been put there; what was left out, or lost even then, may be there.
  const externalMedia =
    manifest.media === null
      ? await database.inTransaction((tx) => createBackupRepository(tx).media())
      : manifest.lostMedia;
  return { ...restored, manifest, missingMedia: await countMissing(storage, externalMedia) };
}

async function restoreRows(
  deps: RestoreInput,
  manifest: Manifest,
): Promise<Pick<RestoreResult, 'deletedSecrets' | 'deletedAgain'>> {
  const { database, keyRing, folder, isMove, log } = deps;
  const jobs = await createJobs(database, log, { supervise: false });
  try {
    return await database.inTransaction(async (tx) => {
      await createBackupRepository(tx).prepareSession();
      // As those who migrate: two never write at once.
      await sql`select pg_advisory_xact_lock(727001)`.execute(tx);
      await assertUnused(tx);
      await loadRows(tx, folder, manifest);
      const undecryptable = await findUndecryptable(tx, { database, keyRing });
      const { connections, devices, webhooks } = undecryptable;
      const deletedSecrets = connections.length + devices.length + webhooks.length;
      if (deletedSecrets > 0 || undecryptable.pushKeys) {
        if (!deps.deletesUndecryptable) throw undecryptableError(deletedSecrets);
        await deleteUndecryptable(tx, undecryptable);
      }
      if (deps.endsSessions) await createRestoreRepository(tx).endSessions();
      await recordRestoration(tx, manifest, isMove);
      await sendJobs(tx, jobs, folder, manifest);
      const deletedAgain = await deleteRestoredUsers(tx, jobs, deps.deletedUsers);
      return { deletedSecrets, deletedAgain };
    });
  } finally {
    await jobs.close();
  }
}

const undecryptableError = (count: number) =>
  new BackupError(
    `SECRET_KEYS does not open what the backup has sealed (${count} connections and devices). ` +
      'Set the keys of the installation that was backed up; with --forget-sealed the rest is ' +
      'restored, and accounts are connected anew.',
  );
