import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database, type DatabaseSource } from '../database/database.ts';
import { newId } from '../ids.ts';

export interface TestDatabase {
  database: Database;
  /** How a second process would reach it; undefined for the embedded one, which has one. */
  url: string | undefined;
  /** Moves the database's clock, as `app_now()` tells it. */
  setOffset(ms: number): Promise<void>;
  drop(): Promise<void>;
}

/** A database of this test file's own, with the product's schema and nothing in it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const made = inject('databaseKind') === 'postgres' ? await cloneOnPostgres() : await fromDump();
  const database = await openDatabase(made.source);
  // Read the offset from a table: everything else of the product stays as it is.
  await sql`create table clock_offset (ms float8 not null)`.execute(database.db);
  await sql`insert into clock_offset values (0)`.execute(database.db);
  await sql`create or replace function app_now() returns timestamptz language sql stable as
    'select statement_timestamp() + make_interval(secs => (select ms from clock_offset) / 1000)'`.execute(
    database.db,
  );
  return {
    database,
    url: made.source.kind === 'postgres' ? made.source.url : undefined,
    setOffset: async (ms) =>
      void (await sql`update clock_offset set ms = ${ms}`.execute(database.db)),
    async drop() {
      await database.close();
      await made.drop();
    },
  };
}

async function fromDump(): Promise<{ source: DatabaseSource; drop(): Promise<void> }> {
  const dump = await readFile(inject('databaseTemplate'));
  const template = new Uint8Array(dump).buffer;
  return { source: { kind: 'embedded', template }, drop: async () => undefined };
}

async function cloneOnPostgres(): Promise<{ source: DatabaseSource; drop(): Promise<void> }> {
  const name = `pontual_test_${newId().replaceAll('-', '')}`;
  const url = new URL(inject('databaseUrl'));
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('databaseUrl') });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`create database ${name} template ${inject('databaseTemplate')}`);
  // No test asks what a power cut leaves, and each commit would wait for the disk.
  await admin(`alter database ${name} set synchronous_commit = off`);
  url.pathname = name;
  return {
    source: { kind: 'postgres', url: url.href },
    drop: () => admin(`drop database if exists ${name} with (force)`),
  };
}
