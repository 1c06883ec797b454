import { sql } from 'kysely';
import { tokenContext } from '../instagram/connection/accounts.ts';
import { KEYS_CONTEXT } from '../notifications/push/keys.ts';
import { pushContext } from '../notifications/push/push.service.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { KeyRing } from '../platform/key-ring.ts';
import { webhookContext } from '../public-api/webhooks/webhooks.service.ts';

type Row = Readonly<Record<string, string | null>>;

interface SealedTable {
  table: string;
  key: string;
  /** Encrypted, or null. */
  columns: readonly string[];
  /** What binds the secrets of a row to it. */
  contextOf(row: Row): string;
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

/** Small, so that the locks are short. */
const BATCH_SIZE = 50;

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
      const rows = await lockSealedWithOtherKey(tx, sealedTable, keyRing.currentKeyId, after);
      for (const row of rows) {
        const resealed = reseal(keyRing, sealedTable, row);
        if (resealed === undefined) {
          result.undecryptable += 1;
          continue;
        }
        await save(tx, sealedTable, row, resealed);
        result.sealed += 1;
      }
      return rows.at(-1)?.[sealedTable.key];
    });
    if (last === undefined) return result;
    after = last;
  }
}

async function lockSealedWithOtherKey(
  tx: Tx,
  { table, key, columns }: SealedTable,
  keyId: string,
  after: string | null | undefined,
): Promise<Row[]> {
  const isOld = columns.map((column) => sql`not starts_with(${sql.ref(column)}, ${`${keyId}.`})`);
  const found = await sql<Row>`
    select * from ${sql.table(table)}
    where ${after === undefined ? sql`true` : sql`${sql.ref(key)} > ${after}`}
      and (${sql.join(isOld, sql` or `)})
    order by ${sql.ref(key)} limit ${BATCH_SIZE} for update`.execute(tx);
  return found.rows;
}

/** Undefined if no key of the ring opens one of the secrets. */
function reseal(keyRing: KeyRing, { columns, contextOf }: SealedTable, row: Row): Row | undefined {
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

async function save(tx: Tx, { table, key }: SealedTable, row: Row, resealed: Row): Promise<void> {
  const assignments = Object.entries(resealed).map(
    ([column, sealed]) => sql`${sql.ref(column)} = ${sealed}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(assignments)}
    where ${sql.ref(key)} = ${row[key]}`.execute(tx);
}

/** The keys of the rows with a secret that no key of the ring opens, by table. */
type UndecryptableSecrets = ReadonlyMap<SealedTableName, readonly string[]>;

export async function findUndecryptable(tx: Tx, keyRing: KeyRing): Promise<UndecryptableSecrets> {
  const undecryptable = new Map<SealedTableName, string[]>();
  for (const sealedTable of sealedTables) {
    const { table, key } = sealedTable;
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(tx);
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
  for (const { table, key } of sealedTables) {
    const keys = undecryptable.get(table) ?? [];
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(key)}::text = any(${keys})`.execute(tx);
  }
}
