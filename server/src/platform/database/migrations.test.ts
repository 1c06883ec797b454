import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { anEmptyDatabase } from '../../../testing/empty-database.ts';
import { lintMigration } from '../../../testing/migration-lint.ts';
import { startServerProcess } from '../../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const migrations = new URL('migrations/', import.meta.url);
/** The files up to this number create the first release in an empty database, while no process serves. */
const LAST_OF_FIRST_SET = 12;

let own: TestDatabase;
let folder: string;
beforeAll(async () => {
  own = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'pontual-migrations-'));
});
afterAll(async () => {
  await own.drop();
  await rm(folder, { recursive: true, force: true });
});

async function migrateTo(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await migrate(own.database, pathToFileURL(`${folder}/`));
}

async function relationExists(relation: string): Promise<boolean> {
  const found = await sql<{ there: boolean }>`
    select to_regclass(${relation}) is not null as there`.execute(own.database.db);
  return found.rows[0]?.there ?? false;
}

test('every migration lets other processes continue to serve', async () => {
  const found: Record<string, string[]> = {};
  for (const name of await readdir(migrations)) {
    if (Number(name.slice(0, 4)) <= LAST_OF_FIRST_SET) continue;
    const faults = lintMigration(await readFile(new URL(name, migrations), 'utf8'));
    if (faults.length > 0) found[name] = faults;
  }
  expect(found).toEqual({});
});

const NO_TRANSACTION_MARKER = '-- outside of a transaction\n';

test.each([
  'create index posts_x on posts (caption);',
  'create unique index posts_x\n  on posts (caption);',
  'create index concurrently posts_x on posts (caption);',
  `${NO_TRANSACTION_MARKER}create index concurrently posts_x on posts (caption);`,
  `${NO_TRANSACTION_MARKER}drop index concurrently if exists posts_y;\ncreate index concurrently posts_x on posts (id);`,
  `${NO_TRANSACTION_MARKER}alter table posts add column x text;`,
  'alter table posts alter column caption set not null;',
  'alter table posts alter column caption type varchar(10);',
  'alter table posts alter column caption set data type varchar(10);',
  'alter table posts add column x text not null;',
  'alter table posts add column x uuid default gen_random_uuid();',
  'alter table posts add column x text generated always as (upper(caption)) stored;',
  "alter table posts add column x text check (x in ('a'));",
  'alter table posts add column x uuid references users;',
  'alter table posts add constraint x check (bytes > 0);',
  'alter table posts rename column caption to text;',
  'alter table posts drop column caption;',
  'drop table posts;',
  'update posts set caption = null;',
  'delete from posts;',
  'truncate posts;',
  'lock table posts;',
])('the linter reports a migration that blocks other processes: %s', (text) => {
  expect(lintMigration(text)).toHaveLength(1);
});

test.each([
  'create table x (id uuid primary key, kind text not null check (kind in (1)));\ncreate index x_kind on x (kind);',
  'alter table posts add column x text;',
  'alter table posts\n  add column x text,\n  add column y boolean not null default false;',
  'alter table posts add constraint x check (bytes > 0) not valid;',
  'alter table posts validate constraint x;',
  'alter table posts add column seen_at timestamptz default app_now();',
  '-- contracts 0024: nothing reads it any more.\nalter table posts drop column caption;',
  `${NO_TRANSACTION_MARKER}drop index concurrently if exists posts_x;\ncreate index concurrently posts_x on posts (id);`,
  "insert into x values ('a');",
])('the linter accepts a migration that blocks no other process: %s', (text) => {
  expect(lintMigration(text)).toEqual([]);
});

test('a file that fails is rolled back, and the files before it stay applied', async () => {
  const broken = {
    '0001-whole.sql': 'create table whole (id int);',
    '0002-broken.sql': 'create table half (id int);\ninsert into half values (1 / 0);',
  };
  await expect(migrateTo(broken)).rejects.toThrow('division by zero');
  expect([await relationExists('whole'), await relationExists('half')]).toEqual([true, false]);
  await migrateTo({ '0002-broken.sql': 'create table half (id int);' });
  expect(await relationExists('half')).toBe(true);
});

test('an index is built outside of a transaction, and an interrupted build starts again', async () => {
  const built = `${NO_TRANSACTION_MARKER}-- For the order.
    drop index concurrently if exists ordered_by_at;
    create index concurrently ordered_by_at on ordered (at);`;
  const made = { '0003-ordered.sql': 'create table ordered (at timestamptz);' };
  const failing = `${built}\ncreate index concurrently none on nothing (at);`;
  await expect(migrateTo({ ...made, '0004-order.sql': failing })).rejects.toThrow('nothing');
  const left = () => pendingMigrations(own.database.db, pathToFileURL(`${folder}/`));
  expect(await left()).toEqual(['0004-order.sql']);
  await migrateTo({ '0004-order.sql': built });
  expect(await relationExists('ordered_by_at')).toBe(true);
  expect(await left()).toEqual([]);
});

test('a migration whose table is in use yields to other queries and tries again', async () => {
  const { database } = own;
  await sql`create table busy (id int)`.execute(database.db);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHolding = false;
  const holder = database.inTransaction(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select * from busy`.execute(tx);
    isHolding = true;
    await held;
  });
  await expect.poll(() => isHolding).toBe(true);
  const migrated = migrateTo({ '0005-busy.sql': 'alter table busy add column x text;' });
  const waits = async () => {
    const found = await sql<{ n: number }>`select count(*)::int n from pg_locks
      where not granted and relation = 'busy'::regclass`.execute(database.db);
    return found.rows[0]?.n;
  };
  await expect.poll(waits).toBe(1);
  // This query waits behind the migration: it would never end if the migration did not yield.
  await sql`select * from busy`.execute(database.db);
  release();
  await holder;
  await migrated;
  await sql`select x from busy`.execute(database.db);
});

test('processes that start at once take turns', async () => {
  const name = '0006-once.sql';
  const files = { [name]: 'create table once (id int);\nselect pg_sleep(0.3);' };
  await Promise.all([migrateTo(files), migrateTo(files), migrateTo(files)]);
  const found = await sql<{ n: number }>`select count(*)::int n from schema_migrations
    where name = ${name}`.execute(own.database.db);
  expect(found.rows[0]?.n).toBe(1);
});

test('web and worker processes that start at once on an empty database all become ready', async () => {
  const database = await anEmptyDatabase();
  const started = await Promise.allSettled(
    ['web', 'web', 'worker'].map((ROLE) =>
      startServerProcess({ ROLE, DATABASE_URL: database.url, DATA_DIR: join(folder, newId()) }),
    ),
  );
  const servers = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    expect(servers).toHaveLength(started.length);
    for (const { url } of servers.slice(0, 2)) {
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    }
    for (const server of servers) server.sendSigterm();
    const codes = await Promise.all(servers.map(({ exitCode }) => exitCode));
    expect(codes).toEqual(servers.map(() => 0));
  } finally {
    for (const server of servers) await server.kill();
    await database.drop();
  }
});
