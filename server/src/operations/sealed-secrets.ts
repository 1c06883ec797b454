import { tokenContext } from '../instagram/connection/accounts.ts';
import { KEYS_CONTEXT } from '../notifications/push/keys.ts';
import { pushContext } from '../notifications/push/push.service.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import { webhookContext } from '../public-api/webhooks/webhooks.service.ts';
import {
  createSealedSecretsRepository,
  type SealedColumns,
  type SealedRow,
} from './sealed-secrets.repository.ts';

interface SealedTable extends SealedColumns {
  /** What binds the secrets of a row to it. */
  contextOf(row: SealedRow): string;
}

/** What the database holds encrypted, without grants that a user has not confirmed: they live for minutes. */
const sealedTables = [
  {
    table: 'instagram_connections',
    key: 'id',
    columns: ['user_token', 'page_token'],
    contextOf: (row) => tokenContext(row['workspace_id'] ?? '', row['ig_user_id'] ?? ''),
  },
  { table: 'push_keys', key: 'single', columns: ['private_key'], contextOf: () => KEYS_CONTEXT },
  {
    table: 'push_subscriptions',
    key: 'id',
    columns: ['sealed'],
    contextOf: (row) => pushContext(row['id'] ?? ''),
  },
  {
    table: 'webhooks',
    key: 'id',
    columns: ['secret', 'old_secret'],
    contextOf: (row) => webhookContext(row['id'] ?? ''),
  },
] as const satisfies readonly SealedTable[];
type SealedTableName = (typeof sealedTables)[number]['table'];

/** The rows of a table that were sealed anew, and those that no key of the ring opens; these stay as they are. */
interface RotationResult {
  table: SealedTableName;
  sealed: number;
  undecryptable: number;
}

/** An interrupted run keeps its progress; secrets stay readable and writable during the run. */
export async function rotateSecrets(
  database: Database,
  keyRing: KeyRing,
): Promise<RotationResult[]> {
  const results: RotationResult[] = [];
  for (const sealedTable of sealedTables)
    results.push(await rotateTable(database, keyRing, sealedTable));
  return results;
}

async function rotateTable(
  database: Database,
  keyRing: KeyRing,
  sealedTable: (typeof sealedTables)[number],
): Promise<RotationResult> {
  const result = { table: sealedTable.table, sealed: 0, undecryptable: 0 };
  let after: string | null | undefined;
  for (;;) {
    const last = await database.inTransaction(async (tx) => {
      const repository = createSealedSecretsRepository(tx);
      const { currentKeyId } = keyRing;
      const rows = await repository.lockSealedWithOtherKey(sealedTable, currentKeyId, after);
      for (const row of rows) {
        const resealed = reseal(keyRing, sealedTable, row);
        if (resealed === undefined) {
          result.undecryptable += 1;
          continue;
        }
        await repository.save(sealedTable, row, resealed);
        result.sealed += 1;
      }
      return rows.at(-1)?.[sealedTable.key];
    });
    if (last === undefined) return result;
    after = last;
  }
}

/** Undefined if no key of the ring opens one of the secrets. */
function reseal(
  keyRing: KeyRing,
  { columns, contextOf }: SealedTable,
  row: SealedRow,
): SealedRow | undefined {
  const context = contextOf(row);
  try {
    return Object.fromEntries(
      columns.map((column) => {
        const sealed = row[column] ?? null;
        const plain = sealed === null ? null : keyRing.decrypt(sealed, context);
        return [column, plain === null ? null : keyRing.encrypt(plain, context)];
      }),
    );
  } catch {
    return undefined;
  }
}

/** The keys of the rows with a secret that no key of the ring opens, by table. */
type UndecryptableSecrets = ReadonlyMap<SealedTableName, readonly string[]>;

export async function findUndecryptable(tx: Tx, keyRing: KeyRing): Promise<UndecryptableSecrets> {
  const undecryptable = new Map<SealedTableName, string[]>();
  for (const sealedTable of sealedTables) {
    const { table, key } = sealedTable;
    const rows = await createSealedSecretsRepository(tx).list(sealedTable);
    const lost = rows.filter((row) => reseal(keyRing, sealedTable, row) === undefined);
    undecryptable.set(
      table,
      lost.map((row) => String(row[key])),
    );
  }
  return undecryptable;
}

export async function deleteUndecryptable(
  tx: Tx,
  undecryptable: UndecryptableSecrets,
): Promise<void> {
  const repository = createSealedSecretsRepository(tx);
  for (const sealedTable of sealedTables) {
    await repository.delete(sealedTable, undecryptable.get(sealedTable.table) ?? []);
  }
}
