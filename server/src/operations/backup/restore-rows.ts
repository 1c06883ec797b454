import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { applyMigrations } from '../../platform/database/migrate.ts';
import type { Tx } from '../../platform/database/database.ts';
import { tableFile, BackupError, type Manifest, type TableFile } from './format.ts';
import { createBackupRepository, BACKUP_BATCH_SIZE, type BackupRow } from './backup.repository.ts';
import { createRestoreRepository } from './restore.repository.ts';

/** Only a line feed ends a line, because captions hold other separators. */
export async function* readLines(folder: string, { name }: TableFile): AsyncGenerator<BackupRow[]> {
  let [rest, batch]: [string, BackupRow[]] = ['', []];
  const compressed = createReadStream(tableFile(folder, name));
  for await (const chunk of compressed.pipe(createGunzip()).setEncoding('utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    // The checksum has proven that we wrote this file.
    batch.push(...lines.map((line) => JSON.parse(line) as BackupRow));
    if (batch.length >= BACKUP_BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

async function loadTable(tx: Tx, folder: string, file: TableFile) {
  const repository = createRestoreRepository(tx);
  const known = await createBackupRepository(tx).columns(file.name);
  const columnsByName = new Map(known.map((each) => [each.name, each]));
  const columns = file.columns.map((name) => {
    const column = columnsByName.get(name);
    if (column === undefined) throw new BackupError(`The database has no ${file.name}.${name}.`);
    return column;
  });
  await repository.empty(file.name);
  for await (const lines of readLines(folder, file)) {
    await repository.insert(file.name, columns, lines);
  }
  await repository.advanceSequences(file.name, columns);
  const rows = await repository.count(file.name);
  if (rows !== file.rows) {
    throw new BackupError(`Of ${file.name} came ${rows} rows instead of ${file.rows}.`);
  }
}

/** @throws BackupError if the database is newer than the backup or a table differs from its file */
export async function loadRows(tx: Tx, folder: string, manifest: Manifest): Promise<void> {
  const repository = createBackupRepository(tx);
  await applyMigrations(tx, new Set(manifest.migrations));
  const unknownMigration = (await repository.migrations()).find(
    (name) => !manifest.migrations.includes(name),
  );
  if (unknownMigration !== undefined) {
    throw new BackupError(
      `The database is newer than the backup (${unknownMigration}): restore into one that was only just made.`,
    );
  }
  const checkReferences = await createRestoreRepository(tx).deferReferences();
  for (const table of manifest.tables) await loadTable(tx, folder, table);
  await checkReferences();
  await applyMigrations(tx);
}
