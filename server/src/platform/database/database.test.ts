import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { createJobs, type Jobs } from '../jobs/jobs.ts';
import { createLog } from '../log/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { migrate } from './migrate.ts';

let own: TestDatabase;
let jobs: Jobs;
beforeAll(async () => {
  own = await createTestDatabase();
  jobs = await createJobs(own.database, createLog('silent'), { supervise: false });
});
afterAll(async () => {
  await jobs.close();
  await own.drop();
});

test('a query on the base handle inside a transaction throws at once', async () => {
  const { database } = own;
  const attempt = database.inTransaction(async () => {
    await sql`select 1`.execute(database.db);
  });
  await expect(attempt).rejects.toThrow(/base handle inside a transaction/);
});

test('a date is read as text', async () => {
  const { rows } = await sql`select date '2026-06-09' as day`.execute(own.database.db);
  expect(rows).toEqual([{ day: '2026-06-09' }]);
});

test('a check over several columns has a name that says its rule', async () => {
  const unnamed = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
      and cardinality(conkey) > 1 and conname ~ '_check[0-9]*$'`.execute(own.database.db);
  expect(unnamed.rows).toEqual([]);
});

test('migrating a migrated database changes nothing', async () => {
  const count = async () =>
    (
      await sql<{ n: number }>`select count(*)::int n from schema_migrations`.execute(
        own.database.db,
      )
    ).rows[0]?.n;
  const before = await count();
  await migrate(own.database);
  expect(before).toBeGreaterThan(0);
  expect(await count()).toBe(before);
});

test('a thousand concurrent queries each get their own result', async () => {
  const numbers = Array.from({ length: 1000 }, (_, n) => n);
  const answers = await Promise.all(
    numbers.map(async (n) => {
      const { rows } = await sql<{ n: number }>`select ${n}::int as n`.execute(own.database.db);
      return rows[0]?.n;
    }),
  );
  expect(answers).toEqual(numbers);
});

test('a job exists only if the transaction that sent it commits', async () => {
  const { database } = own;
  const [lost, committed] = [newId(), newId()];
  await expect(
    database.inTransaction(async (tx) => {
      await jobs.send(tx, 'post-advance', [{ data: { postId: lost } }]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await database.inTransaction((tx) =>
    jobs.send(tx, 'post-advance', [{ data: { postId: committed } }]),
  );
  const claimed = await jobs.fetch('post-advance', 10);
  expect(claimed.map((job) => job.data.postId)).toEqual([committed]);
});

test('a job with a later start time is not claimed now', async () => {
  const { database } = own;
  const startAfter = new Date(Date.now() + 60_000);
  const job = { data: { postId: newId() }, startAfter };
  await database.inTransaction((tx) => jobs.send(tx, 'post-advance', [job]));
  expect(await jobs.fetch('post-advance', 10)).toEqual([]);
});
