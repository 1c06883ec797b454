import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyRing } from '../../platform/key-ring.ts';
import { createLog } from '../../platform/log/log.ts';
import { createStorage } from '../../media/storage/create-storage.ts';
import { StorageFullError, type MediaStorage } from '../../media/storage/storage.ts';
import { allRows, anEmptyDatabase, type EmptyDatabase } from '../../../testing/empty-database.ts';
import {
  aConnectedUser,
  aDraft,
  aMessage,
  aScheduledPost,
  aUser,
} from '../../../testing/factories.ts';
import { SECRET_KEYS, startWorld, type World } from '../../../testing/world.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { startWorker } from '../../composition/worker.ts';
import { createServices } from '../../composition/services.ts';
import { mediaFile, readManifest, tableFile, writeManifest } from './format.ts';
import { restoreBackup, type RestoreInput } from './restore.service.ts';
import { deleteOldBackups, recordBackup, takeBackup } from './backup.service.ts';

/** Each of these characters breaks a naive backup. */
const CAPTION = 'Promoção \u2028 "só hoje" \\N \\. 🏺\r\n{a,b}\t\u0007 fim';

let world: World;
let folder: string;
let backup: string;
let before: Record<string, string[]>;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'pontual-backup-'));
  const client = await aConnectedUser(world);
  await aScheduledPost(world, client, { caption: CAPTION, dueInMs: 600_000 });
  await aScheduledPost(world, client, { mediaType: 'CAROUSEL', dueInMs: 600_000 });
  await aDraft(client);
  await client.post('/support/contact', aMessage());
  const { db } = world.database;
  await sql`insert into containers (id, post_id, revision, kind, ig_user_id, graph_id, state)
    select gen_random_uuid(), id, 1, 'single', target_ig_user_id, 'g' || id, 'finished'
    from posts where caption = ${CAPTION}`.execute(db);
  await sql`update publications p set container_id = c.id from containers c
    where c.post_id = p.post_id`.execute(db);
  await sql`update posts set collaborators = '{"a,b","c\\"d"}', user_tags =
    '[{"username": "nina", "x": 0.1234567890123456}]' where caption = ${CAPTION}`.execute(db);
  await sql`insert into throttled_attempts (subject, expires_at) values ('x', 'infinity')`.execute(
    db,
  );
  before = await allRows(world.database);
  const taken = await takeBackup({
    database: world.database,
    storage: world.services.media.storage,
    into: folder,
  });
  backup = taken.folder;
  await recordBackup(world.database, taken);
}, 120_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});

let target: EmptyDatabase;
let isUsed = true;
beforeEach(async () => {
  if (!isUsed) return;
  if (target !== undefined) await target.drop();
  target = await anEmptyDatabase();
  isUsed = false;
});
afterAll(() => target.drop());

async function restore(options: Partial<RestoreInput> = {}) {
  const place = await mkdtemp(join(folder, 'restored-'));
  const restored = await restoreBackup({
    database: target.database,
    storage: await createStorage({}, join(place, 'media'), join(place, 'incoming')),
    keyRing: createKeyRing(SECRET_KEYS),
    folder: backup,
    scratch: join(place, 'incoming'),
    deletesUndecryptable: false,
    deletedUsers: [],
    endsSessions: false,
    isMove: false,
    log: createLog('silent'),
    ...options,
  });
  isUsed = true;
  return restored;
}

async function expectEmptyTarget(): Promise<void> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public'`.execute(target.database.db);
  expect(tables.rows).toEqual([]);
}

async function aCopy(): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  await cp(backup, copy, { recursive: true });
  return copy;
}

test('restores every table row by row and all media', async () => {
  const place = await mkdtemp(join(folder, 'storage-'));
  const storage = await createStorage({}, join(place, 'media'), join(place, 'incoming'));
  await restore({ storage, scratch: join(place, 'incoming') });
  const after = await allRows(target.database);
  expect(after['posts']?.some((row) => row.includes('só hoje'))).toBe(true);
  const { restorations, worker_heartbeats: _signs, ...others } = after;
  expect(restorations).toHaveLength(1);
  const { restorations: _none, worker_heartbeats: _alive, ...expected } = before;
  expect(others).toEqual(expected);
  const { media } = await readManifest(backup);
  expect(media?.length).toBeGreaterThan(3);
  for (const { sha256, bytes } of media ?? []) expect(await storage.size(sha256)).toBe(bytes);
});

test('gives unique ids to rows that are inserted after the restore', async () => {
  await restore();
  const { db } = target.database;
  await sql`insert into post_events (post_id, kind) select id, 'seen' from posts`.execute(db);
  const found = await sql<{ all: number; unlike: number }>`
    select count(*)::int as all, count(distinct id)::int as unlike from post_events`.execute(db);
  expect(found.rows[0]?.all).toBe(found.rows[0]?.unlike);
});

test('restores the foreign keys', async () => {
  await restore();
  const { db } = target.database;
  const count = async () =>
    sql<{ is: boolean }>`select exists (select from sessions) as is`.execute(db);
  expect((await count()).rows[0]?.is).toBe(true);
  await expect(
    sql`insert into sessions (id, user_id, token_hash, user_agent, expires_at)
      values (gen_random_uuid(), gen_random_uuid(), 'x', '', app_now())`.execute(db),
  ).rejects.toThrow(/foreign key/);
});

test('restores pending background jobs', async () => {
  const { db } = world.database;
  const waiting = (at: typeof db) =>
    sql<{ name: string; data: unknown }>`select name, data from pgboss.job
      where state = 'created' order by name, data::text`
      .execute(at)
      .then(({ rows }) => rows);
  expect((await waiting(db)).length).toBeGreaterThan(0);
  await restore();
  expect(await waiting(target.database.db)).toEqual(await waiting(db));
});

test('the database records its last backup', async () => {
  const recorded = await world.database.db.selectFrom('backups').selectAll().execute();
  expect(recorded).toHaveLength(1);
  expect(Number(recorded[0]?.bytes)).toBeGreaterThan(1000);
});

test('a backup shows one snapshot although other transactions write meanwhile', async () => {
  const slow: MediaStorage = {
    ...world.services.media.storage,
    async withLocalFile(key, act) {
      await aUser(world);
      return world.services.media.storage.withLocalFile(key, act);
    },
  };
  const taken = await takeBackup({ database: world.database, storage: slow, into: folder });
  const users = taken.manifest.tables.find(({ name }) => name === 'users');
  const there = await sql<{ rows: number }>`select count(*)::int as rows from users`.execute(
    world.database.db,
  );
  expect(users?.rows).toBeLessThan(there.rows[0]?.rows ?? 0);
  await restore({ folder: taken.folder });
});

test('deletes only backups that are too old', async () => {
  const into = await mkdtemp(join(folder, 'old-'));
  const names = ['pontual-2026-01-31T10-00-00-000Z', 'pontual-2026-03-01T10-00-00-000Z', 'other'];
  for (const name of names) await mkdir(join(into, name));
  expect(await deleteOldBackups(into, new Date('2026-02-01T00:00:00Z'))).toBe(1);
  expect((await readdir(into)).toSorted()).toEqual(['other', names[1]]);
});

describe('refuses with a one-line error and writes nothing:', () => {
  test.each([
    ['a file that was cut', 'has', async (copy: string) => truncate(tableFile(copy, 'posts'), 40)],
    [
      'a file in which one bit has changed',
      'is not what was written',
      async (copy: string) => {
        const bytes = await readFile(tableFile(copy, 'users'));
        bytes[30] = (bytes[30] ?? 0) ^ 1;
        await writeFile(tableFile(copy, 'users'), bytes);
      },
    ],
    ['a file that is missing', 'is missing', async (copy: string) => rm(tableFile(copy, 'posts'))],
    [
      'a picture that was cut',
      'has',
      async (copy: string) => {
        const [first] = (await readManifest(copy)).media ?? [];
        await truncate(mediaFile(copy, first?.sha256 ?? ''), 7);
      },
    ],
    [
      'a manifest that was changed',
      'damaged',
      async (copy: string) => appendFile(join(copy, 'manifest.json'), ' '),
    ],
    [
      'a backup that did not come to its end',
      'no whole backup',
      async (copy: string) => rm(join(copy, 'manifest.json')),
    ],
  ])('%s', async (_case, line, damage) => {
    const copy = await aCopy();
    await damage(copy);
    await expect(restore({ folder: copy })).rejects.toThrow(line);
    await expectEmptyTarget();
  });

  test('a database that has rows', async () => {
    await restore();
    await expect(restore()).rejects.toThrow('The database is not empty');
  });

  test('a database that was migrated beyond the backup', async () => {
    const copy = await aCopy();
    const { format: _format, ...manifest } = await readManifest(copy);
    const newest = manifest.migrations.at(-1) ?? '';
    await writeManifest(copy, { ...manifest, migrations: manifest.migrations.slice(0, -1) });
    await migrate(target.database);
    isUsed = true;
    await expect(restore({ folder: copy })).rejects.toThrow(`newer than the backup (${newest})`);
  });

  test('a backup of a database whose tables this version does not know', async () => {
    const { db } = world.database;
    const name = '9999-of-tomorrow.sql';
    await sql`insert into schema_migrations (name) values (${name})`.execute(db);
    const into = await mkdtemp(join(folder, 'newer-'));
    const taking = takeBackup({ database: world.database, storage: undefined, into });
    await expect(taking).rejects.toThrow(`The database is of a newer Pontual (${name})`);
    await sql`delete from schema_migrations where name = ${name}`.execute(db);
    expect(await readdir(into)).toEqual([]);
  });

  test('keys that do not decrypt the backup, unless the operator chooses to delete the secrets', async () => {
    const keyRing = createKeyRing(`other:${Buffer.alloc(32, 9).toString('base64')}`);
    await expect(restore({ keyRing })).rejects.toThrow('SECRET_KEYS does not open');
    await expectEmptyTarget();
    expect((await restore({ keyRing, deletesUndecryptable: true })).deletedSecrets).toBe(1);
    const { db } = target.database;
    expect(await db.selectFrom('instagram_connections').selectAll().execute()).toEqual([]);
    expect((await db.selectFrom('posts_with_publication').selectAll().execute()).length).toBe(3);
  });
});

test('a migrated database that no user has used accepts a restore once its worker is stopped', async () => {
  const { database } = target;
  isUsed = true;
  await migrate(database);
  const services = await createServices({ ...world.serviceOptions, database });
  const worker = startWorker(services);
  const count = async (table: string) => {
    const found = await sql`select from ${sql.table(table)}`.execute(database.db);
    return found.rows.length;
  };
  await expect.poll(() => count('worker_heartbeats')).toBe(1);
  await services.operations.status.probe();
  await expect.poll(() => count('status_components')).toBeGreaterThan(0);
  await expect(restore()).rejects.toThrow('A Pontual runs on this database: stop it first.');
  await worker.close();
  await services.close();
  await sql`update worker_heartbeats set seen_at = seen_at - interval '61 seconds'`.execute(
    database.db,
  );
  await restore();
  const after = await allRows(database);
  for (const table of [
    'posts',
    'publications',
    'users',
    'status_progress',
    'status_components',
    'push_keys',
  ]) {
    expect([table, after[table]]).toEqual([table, before[table]]);
  }
});

describe('a restore without media', () => {
  test('returns how many media the storage lacks', async () => {
    const { folder: rowsOnly } = await takeBackup({
      database: world.database,
      storage: undefined,
      into: folder,
    });
    const { media } = await readManifest(backup);
    const [first] = media ?? [];
    const { missingMedia: all } = await restore({ folder: rowsOnly });
    expect(all).toBe(media?.length);
    await target.drop();
    target = await anEmptyDatabase();
    const { storage } = world.services.media;
    const lacking = {
      ...storage,
      size: async (key: string) => (key === first?.sha256 ? undefined : storage.size(key)),
    };
    const { missingMedia: one } = await restore({ folder: rowsOnly, storage: lacking });
    expect(one).toBe(1);
  });
});

test('ends all sessions and invalidates all sent links when the operator chooses so', async () => {
  const { db } = target.database;
  const count = async (table: string) =>
    (await sql`select from ${sql.table(table)}`.execute(db)).rows.length;
  expect(before['sessions']?.length).toBeGreaterThan(0);
  await restore({ endsSessions: true });
  for (const table of ['sessions', 'handoffs', 'password_resets', 'email_changes']) {
    expect([table, await count(table)]).toEqual([table, 0]);
  }
  expect(await count('users')).toBe(before['users']?.length);
});

test('a restore that fails at its last write changes nothing and can run again', async () => {
  // The last write of the restore fails, as it does when the process is killed.
  const dying: string[] = ['00000000-0000-0000-0000-00000000000x'];
  await expect(restore({ deletedUsers: dying })).rejects.toThrow(/uuid/);
  await expectEmptyTarget();
  await restore();
  const { posts, publications } = await allRows(target.database);
  expect([posts, publications]).toEqual([before['posts'], before['publications']]);
});

describe('on a full disk', () => {
  const full: MediaStorage = {
    put: () => Promise.reject(new StorageFullError()),
    size: async () => undefined,
    read: () => Promise.reject(new StorageFullError()),
    withLocalFile: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    remove: async () => undefined,
    check: async () => undefined,
  };

  test('a backup leaves no partial files', async () => {
    const into = await mkdtemp(join(folder, 'full-'));
    await expect(takeBackup({ database: world.database, storage: full, into })).rejects.toThrow(
      'full',
    );
    expect(await readdir(into)).toEqual([]);
  });

  test('a restore writes nothing', async () => {
    await expect(restore({ storage: full })).rejects.toBeInstanceOf(StorageFullError);
    await expectEmptyTarget();
  });
});

test('deletes users again who were deleted after the backup', async () => {
  const leaving = await aUser(world);
  const { folder: old } = await takeBackup({
    database: world.database,
    storage: undefined,
    into: folder,
  });
  const restored = await restore({ folder: old, deletedUsers: [leaving.user._id] });
  expect(restored.deletedAgain).toBe(1);
  const { db } = target.database;
  const found = await sql<{ email: string }>`
    select email from users where id = ${leaving.user._id}`.execute(db);
  expect(found.rows[0]?.email).toContain('excluida.invalid');
  const [deletion] = await db.selectFrom('deletions').selectAll().execute();
  expect(deletion).toMatchObject({ user_id: leaving.user._id, step: 'stop-posts' });
  const jobs = await sql`select from pgboss.job where name = 'account-deletion'
    and data->>'deletionId' = ${deletion?.id ?? ''}`.execute(db);
  expect(jobs.rows).toHaveLength(1);
});
