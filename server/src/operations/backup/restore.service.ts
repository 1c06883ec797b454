import { lockMigrations } from '../../platform/database/advisory-lock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { knownMigrations } from '../../platform/database/migrate.ts';
import { deleteRestoredUsers } from '../../privacy/deletion/restored-users.ts';
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
import { deleteUndecryptable, findUndecryptable } from '../sealed-secrets.ts';

export interface RestoreInput {
  database: Database;
  storage: MediaStorage;
  keyRing: KeyRing;
  folder: string;
  /** On the same disk as the storage. */
  scratch: string;
  deletesUndecryptable: boolean;
  deletedUsers: readonly string[];
  /** A session that was revoked after the backup would be valid again. */
  endsSessions: boolean;
  /** A move to another server has no outage window. */
  isMove: boolean;
  log: Log;
}

export interface RestoreResult {
  manifest: Manifest;
  /** Rows with a secret that no key opens: connections, devices, webhooks, the key pair of push messages. */
  deletedSecrets: number;
  deletedAgain: number;
  missingMedia: number;
}

/** @throws BackupError if the database holds user data or a worker runs on it. */
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

async function sendJobs(tx: Tx, jobs: Jobs, folder: string, manifest: Manifest): Promise<void> {
  const names: ReadonlySet<string> = new Set(queueNames);
  for await (const lines of readLines(folder, manifest.jobs)) {
    for (const [name, data, startAfter, group, key] of lines) {
      if (name == null || !names.has(name) || data == null || startAfter == null) continue;
      // The backup stored the data of a job together with the name of its queue.
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
 * Verifies every file before the first write and writes the rows in one transaction, so a killed restore
 * leaves an empty database.
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
  // Media that the backup left out or lacked may already be in the storage.
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
      await lockMigrations(tx);
      await assertUnused(tx);
      await loadRows(tx, folder, manifest);
      const undecryptable = await findUndecryptable(tx, keyRing);
      const deletedSecrets = [...undecryptable.values()].flat().length;
      if (deletedSecrets > 0) {
        if (!deps.deletesUndecryptable) throw undecryptableError(deletedSecrets);
        await deleteUndecryptable(tx, undecryptable);
      }
      const repository = createRestoreRepository(tx);
      if (deps.endsSessions) await repository.endSessions();
      const { rows } = totalsOf(manifest);
      await repository.recordRestoration(manifest.takenAt, { rows, isMove });
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
    `SECRET_KEYS does not open what the backup has sealed (${count} connections, devices, webhooks and key pairs). ` +
      'Set the keys of the installation that was backed up; with --forget-sealed the rest is ' +
      'restored, and accounts are connected anew.',
  );
