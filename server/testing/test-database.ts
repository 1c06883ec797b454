import { sql } from 'kysely';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/ids.ts';
import { createRowCheck } from './row-check.ts';
import { createDatabase } from './test-cluster.ts';

export interface TestDatabase {
  database: Database;
  url: string;
  setOffset(ms: number): Promise<void>;
  drop(): Promise<void>;
}

export const aDatabaseName = () => `pontual_test_${newId().replaceAll('-', '')}`;

export async function createTestDatabase(): Promise<TestDatabase> {
  const created = await createDatabase(inject('clusterUrl'), aDatabaseName());
  const database = checkRows(openDatabase(created.url));
  // Only `app_now()` changes: it adds the offset in this table.
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

function checkRows(database: Database): Database {
  const rowCheck = createRowCheck(inject('rowTypes'));
  return {
    ...database,
    db: database.db.withPlugin(rowCheck),
    inTransaction: (work) => database.inTransaction((tx) => work(tx.withPlugin(rowCheck))),
  };
}
