import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** A row with its sealed columns, and those that bind them to it. */
export type SealedRow = Readonly<Record<string, string | null>>;

export interface SealedColumns {
  table: string;
  key: string;
  /** Encrypted, or null. */
  columns: readonly string[];
}

/** Small, so that the locks are short. */
const BATCH_SIZE = 50;

export function createSealedSecretsRepository(tx: Tx) {
  return {
    /** A batch of the rows after this key, in the order of their keys. */
    async lockSealedWithOtherKey(
      { table, key, columns }: SealedColumns,
      keyId: string,
      after: string | null | undefined,
    ): Promise<SealedRow[]> {
      const isOld = columns.map(
        (column) => sql`not starts_with(${sql.ref(column)}, ${`${keyId}.`})`,
      );
      const found = await sql<SealedRow>`
        select * from ${sql.table(table)}
        where ${after === undefined ? sql`true` : sql`${sql.ref(key)} > ${after}`}
          and (${sql.join(isOld, sql` or `)})
        order by ${sql.ref(key)} limit ${BATCH_SIZE} for update`.execute(tx);
      return found.rows;
    },

    async save({ table, key }: SealedColumns, row: SealedRow, resealed: SealedRow): Promise<void> {
      const assignments = Object.entries(resealed).map(
        ([column, sealed]) => sql`${sql.ref(column)} = ${sealed}`,
      );
      await sql`update ${sql.table(table)} set ${sql.join(assignments)}
        where ${sql.ref(key)} = ${row[key]}`.execute(tx);
    },

    async list({ table }: SealedColumns): Promise<SealedRow[]> {
      const { rows } = await sql<SealedRow>`select * from ${sql.table(table)}`.execute(tx);
      return rows;
    },

    async delete({ table, key }: SealedColumns, keys: readonly string[]): Promise<void> {
      await sql`delete from ${sql.table(table)}
        where ${sql.ref(key)}::text = any(${[...keys]})`.execute(tx);
    },
  };
}
