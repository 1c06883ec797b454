import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { anEmptyDatabase, type EmptyDatabase } from '../../../testing/empty-database.ts';
import { aConnectedUser, aScheduledPost } from '../../../testing/factories.ts';
import { SECRET_KEYS, startWorld, type World } from '../../../testing/world.ts';
import { takeBackup } from './backup.service.ts';

const ROWS = 30_000;
const START = new URL('../../../../start.js', import.meta.url);

let world: World;
let folder: string;
let backup: string;
let target: EmptyDatabase;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'pontual-killed-'));
  await aScheduledPost(world, await aConnectedUser(world), { dueInMs: 600_000 });
  const { database } = world;
  await sql`insert into throttled_attempts (subject, expires_at)
    select n || repeat('x', 500), 'infinity'
    from generate_series(1, ${ROWS}::int) n`.execute(database.db);
  const taken = await takeBackup({ database, storage: world.services.media.storage, into: folder });
  backup = taken.folder;
  target = await anEmptyDatabase();
}, 180_000);
afterAll(async () => {
  await target.drop();
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

function startRestore(dataDir: string) {
  const own = { DATA_DIR: dataDir, SECRET_KEYS, DATABASE_URL: target.url };
  const child = fork(START, ['--restore', backup], {
    env: { ...process.env, ...own },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return { child, ended: once(child, 'exit') as Promise<[number | null, string | null]> };
}

async function isLoading(): Promise<boolean> {
  const found = await sql`select from pg_stat_activity
    where datname = current_database() and query like '%insert into "throttled_attempts"%'
      and pid <> pg_backend_pid()`.execute(target.database.db);
  return found.rows.length > 0;
}

const postsOf = async ({ db }: Database) => ({
  posts: await db.selectFrom('posts').selectAll().execute(),
  publications: await db.selectFrom('publications').selectAll().execute(),
});

const tables = ({ db }: Database) =>
  sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public'`.execute(db);

test('a restore that is killed while it loads rows leaves nothing and can run again', async () => {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const { child, ended } = startRestore(dataDir);
  await expect.poll(() => isLoading(), { timeout: 120_000, interval: 5 }).toBe(true);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect((await tables(target.database)).rows).toEqual([]);

  expect(await startRestore(dataDir).ended).toEqual([0, null]);
  const { db } = target.database;
  const after = {
    ...(await postsOf(target.database)),
    attempts: (await sql`select from throttled_attempts`.execute(db)).rows.length,
    restorations: (await sql`select from restorations`.execute(db)).rows.length,
  };
  const before = await postsOf(world.database);
  expect(after).toEqual({ ...before, attempts: ROWS, restorations: 1 });
}, 300_000);
