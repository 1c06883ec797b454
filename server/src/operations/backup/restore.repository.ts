import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { hasLiveWorker } from '../../publishing/store/heartbeat.repository.ts';
import {
  productTables,
  BACKUP_BATCH_SIZE,
  type Column,
  type BackupRow,
} from './backup.repository.ts';

/** Tables that migrations or a started worker fill before the first user; the backup replaces their rows. */
const INSTALLATION_TABLES: ReadonlySet<string> = new Set([
  'schema_migrations',
  'billing_reconciliation',
  'worker_heartbeats',
  'push_keys',
  'status_progress',
  'status_components',
  'status_days',
  'status_incidents',
  'status_calls',
]);

export type RestoreRepository = ReturnType<typeof createRestoreRepository>;

export function createRestoreRepository(tx: Tx) {
  async function exists(table: string): Promise<boolean> {
    const found = await sql<{ is: boolean }>`
      select to_regclass(${table}) is not null as is`.execute(tx);
    return found.rows[0]?.is ?? false;
  }

  return {
    async findUsedTables(): Promise<string[]> {
      const usedTables: string[] = [];
      for (const table of productTables) {
        if (INSTALLATION_TABLES.has(table) || !(await exists(table))) continue;
        const found = await sql`select from ${sql.table(table)} limit 1`.execute(tx);
        if (found.rows.length > 0) usedTables.push(table);
      }
      return usedTables;
    },

    async hasLiveWorker(): Promise<boolean> {
      if (!(await exists('worker_heartbeats'))) return false;
      return hasLiveWorker(tx);
    },

    /** Tables are loaded in no order of their references. The returned function checks the keys and restores them. */
    async deferReferences(): Promise<() => Promise<void>> {
      const found = await sql<{ table: string; name: string }>`
        select conrelid::regclass::text as table, conname as name from pg_constraint
        where contype = 'f' and not condeferrable
          and conrelid = any(${[...productTables]}::regclass[])`.execute(tx);
      for (const { table, name } of found.rows) {
        await sql`alter table ${sql.table(table)}
          alter constraint ${sql.ref(name)} deferrable initially deferred`.execute(tx);
      }
      return async () => {
        await sql`set constraints all immediate`.execute(tx);
        for (const { table, name } of found.rows) {
          await sql`alter table ${sql.table(table)}
            alter constraint ${sql.ref(name)} not deferrable`.execute(tx);
        }
      };
    },

    async empty(table: string): Promise<void> {
      await sql`delete from ${sql.table(table)}`.execute(tx);
    },

    async insert(table: string, columns: readonly Column[], lines: readonly BackupRow[]) {
      const names = columns.map(({ name }) => sql.ref(name));
      // A string in place of JSON would become a JSON string.
      const values = columns.map(({ name, type }) =>
        type === 'json' || type === 'jsonb'
          ? sql`(given.${sql.ref(name)} #>> '{}')::jsonb`
          : sql`given.${sql.ref(name)}`,
      );
      for (let from = 0; from < lines.length; from += BACKUP_BATCH_SIZE) {
        const rows = lines
          .slice(from, from + BACKUP_BATCH_SIZE)
          .map((line) => Object.fromEntries(columns.map(({ name }, index) => [name, line[index]])));
        await sql`
          insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
          select ${sql.join(values)}
          from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) given`.execute(
          tx,
        );
      }
    },

    /** Without heartbeats, no post is published until a worker has noticed the restoration. */
    async recordRestoration(
      takenAt: Date,
      { rows, isMove }: { rows: number; isMove: boolean },
    ): Promise<void> {
      await sql`
        insert into restorations (id, taken_at, rows, noticed_at)
        values (${newId()}, ${takenAt}, ${rows}, ${isMove ? takenAt : null})`.execute(tx);
      if (!isMove) await sql`delete from worker_heartbeats`.execute(tx);
    },

    /** Deletes everything that opens an account without a password. */
    async endSessions(): Promise<void> {
      await sql`delete from sessions`.execute(tx);
      await sql`delete from handoffs`.execute(tx);
      await sql`delete from password_resets`.execute(tx);
      await sql`delete from email_changes`.execute(tx);
      await sql`delete from email_verifications`.execute(tx);
    },

    async count(table: string): Promise<number> {
      const found = await sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(table)}`.execute(tx);
      return found.rows[0]?.rows ?? 0;
    },

    async advanceSequences(table: string, columns: readonly Column[]): Promise<void> {
      for (const { name, sequence } of columns) {
        if (sequence === null) continue;
        await sql`
          select setval(${sequence}::regclass,
            coalesce(max(${sql.ref(name)}), 0) + 1, false) from ${sql.table(table)}`.execute(tx);
      }
    },
  };
}
