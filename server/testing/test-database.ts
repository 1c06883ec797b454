import { sql } from 'kysely';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createDatabase } from './test-cluster.ts';

export interface TestDatabase {
  database: Database;
  /** How a second process reaches it. */
  url: string;
  /** Moves the database's clock, as `app_now()` tells it. */
  setOffset(ms: number): Promise<void>;
  drop(): Promise<void>;
}

/** A name that no other test gives a database. */
export const aDatabaseName = () => `pontual_test_${newId().replaceAll('-', '')}`;

/** A database of this test file's own, with the product's schema and nothing in it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const created = await createDatabase(inject('clusterUrl'), aDatabaseName());
  const database = openDatabase(created.url);
  // Read the offset from a table: everything else of the product stays as it is.
  await sql`create table clock_offset (ms float8 not null)`.execute(database.db);
  await sql`insert into clock_offset values (0)`.execute(database.db);
  await sql`create or replace function app_now() returns timestamptz language sql stable as
    'select statement_timestamp() + make_interval(secs => (select ms from clock_offset) / 1000)'`.execute(
    database.db,
  );
  return {
    database,
    url: created.url,
    setOffset: async (ms) =>
      void (await sql`update clock_offset set ms = ${ms}`.execute(database.db)),
    async drop() {
      await database.close();
      await created.drop();
    },
  };
}
