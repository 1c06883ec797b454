import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { exportedColumns } from '../../privacy/export/columns.ts';

/** A test compares the list with the database. */
export const productTables: readonly string[] = Object.keys(exportedColumns);

export const BACKUP_BATCH_SIZE = 500;

/** Each value in the text representation of PostgreSQL. */
export type BackupRow = readonly (string | null)[];

export interface Column {
  name: string;
  type: string;
  /** Null for a column without a sequence. */
  sequence: string | null;
}

const JOB_COLUMNS = ['name', 'data', 'start_after', 'group_id', 'singleton_key'] as const;
export const jobsFile = { name: 'jobs', columns: [...JOB_COLUMNS] };

export type BackupRepository = ReturnType<typeof createBackupRepository>;

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

    /** Without the generated columns, which PostgreSQL computes. */
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

    /** A job is only a wake-up, so the restore sends it again. */
    jobs: () =>
      read(sql`select ${toLine(JOB_COLUMNS)} from pgboss.job
        where state in ('created', 'retry', 'active')`),

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
