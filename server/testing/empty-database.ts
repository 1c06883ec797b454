import { sql } from 'kysely';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../src/platform/database/database.ts';
import { createDatabase } from './test-cluster.ts';
import { aDatabaseName } from './test-database.ts';

export interface EmptyDatabase {
  database: Database;
  url: string;
  drop(): Promise<void>;
}

export async function anEmptyDatabase(): Promise<EmptyDatabase> {
  const { url, drop } = await createDatabase(inject('clusterUrl'), aDatabaseName(), 'nothing');
  const database = openDatabase(url, { hasNoQueryTimeout: true });
  return {
    database,
    url,
    async drop() {
      await database.close();
      await drop();
    },
  };
}

export async function allRows({ db }: Database): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'clock_offset'
    order by 1`.execute(db);
  const rows: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const found = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(db);
    rows[name] = found.rows.map(({ row }) => row);
  }
  return rows;
}
