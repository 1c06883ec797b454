import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../database/database.ts';
import { newId } from '../ids.ts';

export interface EmptyDatabase {
  database: Database;
  /** Undefined for the embedded one. */
  url: string | undefined;
  drop(): Promise<void>;
}

/** A database in which there is nothing at all, of the kind that the tests run on. */
export async function anEmptyDatabase(): Promise<EmptyDatabase> {
  if (inject('databaseKind') === 'embedded') {
    const database = await openDatabase({ kind: 'embedded' });
    return { database, url: undefined, drop: () => database.close() };
  }
  const name = `pontual_test_${newId().replaceAll('-', '')}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('databaseUrl') });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name}`);
  const own = new URL(inject('databaseUrl'));
  own.pathname = name;
  const database = await openDatabase({ kind: 'postgres', url: own.href, isPatient: true });
  return {
    database,
    url: own.href,
    async drop() {
      await database.close();
      await admin(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Every row of every table of the product, each as one text, in an order that tells nothing. */
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
