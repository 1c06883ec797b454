import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { exportedColumns } from '../../privacy/export/columns.ts';

/**
 * All tables of the product; a test compares the list with the database. Other objects in the schema, such as
 * those of an extension, are not part of a backup.
 */
export const productTables: readonly string[] = Object.keys(exportedColumns);

/** Number of rows per insert statement and per fetch. */
export const BACKUP_BATCH_SIZE = 500;

/** One row: each value in the text representation of PostgreSQL. */
export type BackupRow = readonly (string | null)[];

export interface Column {
  name: string;
  type: string;
  /** The sequence of a numbered column; null for any other column. */
  sequence: string | null;
}

/** The columns that recreate an unfinished job. */
const JOB_COLUMNS = ['name', 'data', 'start_after', 'group_id', 'singleton_key'] as const;
export const jobsFile = { name: 'jobs', columns: [...JOB_COLUMNS] };

export type BackupRepository = ReturnType<typeof createBackupRepository>;

/** SQL for backing up a whole database. `tx` is the one transaction of the whole backup. */
export function createBackupRepository(tx: Tx) {
  async function* read(query: RawBuilder<unknown>): AsyncGenerator<BackupRow[]> {
    await sql`declare reading no scroll cursor for ${query}`.execute(tx);
    for (;;) {
      const { rows } = await sql<{ line: BackupRow }>`fetch 500 from reading`.execute(tx);
      if (rows.length === 0) break;
      yield rows.map(({ line }) => line);
    }
    await sql`close reading`.execute(tx);
  }
  const toLine = (columns: readonly string[]) =>
    sql`to_json(array[${sql.join(columns.map((name) => sql`${sql.ref(name)}::text`))}]) as line`;

  return {
    /** Removes the statement, lock and idle timeouts of this transaction and fixes its text formats. */
    async prepareSession(): Promise<void> {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local lock_timeout = 0`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      // These settings make the text representation of values equal in both databases and lossless.
      await sql`set local timezone = 'UTC'`.execute(tx);
      await sql`set local datestyle = 'ISO, YMD'`.execute(tx);
      await sql`set local intervalstyle = 'postgres'`.execute(tx);
      await sql`set local extra_float_digits = 1`.execute(tx);
      await sql`set local bytea_output = 'hex'`.execute(tx);
    },

    async now(): Promise<Date> {
      const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(tx);
      if (rows[0] === undefined) throw new Error('the database has no clock');
      return rows[0].now;
    },

    async migrations(): Promise<string[]> {
      const found = await sql<{ name: string }>`
        select name from schema_migrations order by name`.execute(tx);
      return found.rows.map(({ name }) => name);
    },

    /** Returns the columns of a table without the generated ones, which PostgreSQL computes. */
    async columns(table: string): Promise<Column[]> {
      const found = await sql<Column>`
        select attname as name, format_type(atttypid, atttypmod) as type,
          pg_get_serial_sequence(${table}, attname) as sequence
        from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
          and attgenerated = ''
        order by attnum`.execute(tx);
      return found.rows;
    },

    rows: (table: string, columns: readonly string[]) =>
      read(sql`select ${toLine(columns)} from ${sql.table(table)}`),

    /** Returns the unfinished jobs. A job is only a wake-up, so the restore sends it again. */
    jobs: () =>
      read(sql`select ${toLine(JOB_COLUMNS)} from pgboss.job
        where state in ('created', 'retry', 'active')`),

    /** Returns the storage keys that rows refer to. */
    async media(): Promise<string[]> {
      const found = await sql<{ key: string }>`
        select distinct key from media_files f
        cross join lateral (values
          (case when f.state <> 'refused' then f.sha256 end),
          (f.thumbnail_sha256), (f.cover_sha256), (f.source_sha256)) as named (key)
        where key is not null order by key`.execute(tx);
      return found.rows.map(({ key }) => key);
    },
  };
}
