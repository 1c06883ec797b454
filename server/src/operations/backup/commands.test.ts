import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../composition/app.ts';
import type { Database } from '../../platform/database/database.ts';
import { withExclusiveInstallation } from '../../platform/database/installation.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { StartError, startServer } from '../../composition/main.ts';
import { createServices, type Services } from '../../composition/services.ts';
import { allRows, anEmptyDatabase } from '../../../testing/empty-database.ts';
import { aConnectedUser, aScheduledPost, type Client } from '../../../testing/factories.ts';
import { freePort } from '../../../testing/free-port.ts';
import { SECRET_KEYS, startWorld, type World } from '../../../testing/world.ts';
import { backup, moveToPostgres, restore } from './commands.ts';

let world: World;
let client: Client;
let folder: string;
let postId: string;
let variables: NodeJS.ProcessEnv;
beforeAll(async () => {
  world = await startWorld();
  client = await aConnectedUser(world);
  postId = (await aScheduledPost(world, client, { dueInMs: 20_000 }))._id;
  folder = await mkdtemp(join(tmpdir(), 'pontual-commands-'));
  // PostgreSQL does not run as root and must be able to enter the folders below.
  await chmod(folder, 0o711);
  const url = world.database.connection.connectionString;
  variables = { DATA_DIR: world.folder, SECRET_KEYS, DATABASE_URL: url };
}, 120_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.stop();
});

async function restoreIntoNewFolder() {
  const into = await mkdtemp(join(folder, 'backups-'));
  const taken = await backup(variables, ['--to', into]);
  expect(taken).toMatchObject({
    isComplete: true,
    message: expect.stringMatching(/Keep SECRET_KEYS/),
  });
  const [name = ''] = await readdir(into);
  const other = { DATA_DIR: await mkdtemp(join(folder, 'other-')), SECRET_KEYS };
  const restored = await restore(other, [join(into, name)]);
  expect(restored.message).toMatch(/^Restored what was there on .*: \d+ rows and [1-9]\d* media/);
  return other;
}

async function appOf(services: Services) {
  return createApp(services, {
    publicUrl: world.url,
    webDist: join(folder, 'no-web'),
    metricsToken: undefined,
    isDraining: () => false,
  });
}

async function hasPost(database: Database): Promise<boolean> {
  const services = await createServices({ ...world.serviceOptions, database });
  const app = await appOf(services);
  const headers = { authorization: `Bearer ${client.token}` };
  const answer = await app.inject({ url: '/api/auth/me', headers });
  await app.close();
  await services.close();
  return answer.statusCode === 200;
}

test('a restore keeps the session and the posts of a user who was logged in before the backup', async () => {
  const { DATA_DIR: dataDir } = await restoreIntoNewFolder();
  await withExclusiveInstallation({ DATA_DIR: dataDir }, async (database) => {
    expect(await hasPost(database)).toBe(true);
    const posts = await database.db.selectFrom('posts_with_publication').select('id').execute();
    expect(posts).toEqual([{ id: postId }]);
  });
}, 180_000);

test('reports an error of the operator in one line', async () => {
  const unused = { DATA_DIR: await mkdtemp(join(folder, 'unused-')), SECRET_KEYS };
  const nobody = (await backup(unused, ['--to', folder])).message;
  expect(nobody).toContain('There is no embedded database in');
  const here = await anEmbeddedInstallation();
  const lines = await withExclusiveInstallation(here, async () => [
    (await restore(variables, [])).message,
    (await restore(here, [join(folder, 'nothing')])).message,
    (await moveToPostgres(here, ['--to', 'postgres://localhost/nothing'])).message,
    (await moveToPostgres(here, ['--to', 'mysql://here'])).message,
  ]);
  expect(lines).toEqual([
    expect.stringContaining('Name the backup'),
    expect.stringContaining('is in use by Pontual: stop it first'),
    expect.stringContaining('is in use by Pontual: stop it first'),
    expect.stringContaining('Name the database'),
  ]);
});

async function aDeadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

async function anEmbeddedInstallation(): Promise<{ DATA_DIR: string; SECRET_KEYS: string }> {
  const here = { DATA_DIR: await mkdtemp(join(folder, 'embedded-')), SECRET_KEYS };
  await withExclusiveInstallation(here, migrate);
  return here;
}

test('a move to an unreachable database keeps the old one in use and deletes the remains of a killed move', async () => {
  const here = await anEmbeddedInstallation();
  await mkdir(join(here.DATA_DIR, `moving-${await aDeadProcess()}-x`));
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
  const moved = await moveToPostgres(here, ['--to', url]);
  expect(moved).toEqual({
    message: 'The database to move to cannot be used (ECONNREFUSED): nothing was changed.',
    isComplete: false,
  });
  const left = await readdir(here.DATA_DIR);
  expect(left).not.toContain('moved-to-postgres');
  expect(left.filter((name) => name.startsWith('moving-'))).toEqual([]);
}, 180_000);

test('the next command deletes the remains of a killed move but not those of a running one', async () => {
  const dataDir = await mkdtemp(join(folder, 'cut-off-'));
  const [killed, underWay] = [`moving-${await aDeadProcess()}-x`, `moving-${process.pid}-x`];
  for (const name of [killed, underWay]) await mkdir(join(dataDir, name));
  await restore({ DATA_DIR: dataDir }, []);
  expect(await readdir(dataDir)).toEqual([underWay]);
});

test('a restore reports missing media and is not complete', async () => {
  const into = await mkdtemp(join(folder, 'rows-'));
  await backup(variables, ['--to', into, '--without-media']);
  const [name = ''] = await readdir(into);
  const other = { DATA_DIR: await mkdtemp(join(folder, 'bare-')), SECRET_KEYS };
  const restored = await restore(other, [join(into, name), '--end-sessions']);
  expect(restored.isComplete).toBe(false);
  expect(restored.message).toMatch(/The storage lacks [1-9]\d* media that posts name/);
  await withExclusiveInstallation(other, async (database) => {
    expect(await hasPost(database)).toBe(false);
  });
}, 180_000);

test('a move preserves sessions and posts, and each post is published once from one database only', async () => {
  const other = await restoreIntoNewFolder();
  const { DATA_DIR: dataDir } = other;
  const before = await withExclusiveInstallation({ DATA_DIR: dataDir }, async (embedded) => {
    await sql`update restorations set noticed_at = app_now()`.execute(embedded.db);
    return allRows(embedded);
  });

  const target = await anEmptyDatabase();
  const moved = await moveToPostgres(other, ['--to', target.url]);
  expect(moved).toMatchObject({
    isComplete: true,
    message: expect.stringMatching(
      /^Moved to Postgre.* delete .*postgres: it still has the data of all users/,
    ),
  });
  const { restorations, ...after } = await allRows(target.database);
  const { restorations: earlier, ...expected } = before;
  expect(after).toEqual(expected);
  expect(restorations).toHaveLength((earlier?.length ?? 0) + 1);
  expect(await hasPost(target.database)).toBe(true);

  const start = startServer({
    ...world.serviceOptions.env,
    ...other,
    PORT: '0',
    PUBLISH_SLOTS: '500',
    ALLOW_LOOPBACK_URLS: 'on',
    PUBLISH_GAP_SECONDS: '0',
    TRUST_PROXY: undefined,
  });
  await expect(start).rejects.toThrow('has moved to PostgreSQL: set DATABASE_URL');
  await expect(start).rejects.toBeInstanceOf(StartError);
  const again = await moveToPostgres(other, ['--to', target.url]);
  expect(again.message).toContain('The database is not empty');
  expect(existsSync(join(dataDir, 'moved-to-postgres'))).toBe(true);

  await world.app.close();
  const services = await createServices({ ...world.serviceOptions, database: target.database });
  const app = await appOf(services);
  await app.listen({ port: Number(new URL(world.url).port), host: '127.0.0.1' });
  const status = async () => {
    await services.publishing.repository.recordHeartbeat(services.publishing.workerId);
    await services.publishing.advancePost(postId);
    await services.publishing.dispatcher.run();
    await services.publishing.dispatcher.settle();
    const { db } = target.database;
    const post = await db.selectFrom('posts_with_publication').select('status').executeTakeFirst();
    return post?.status;
  };
  await expect.poll(status, { timeout: 150_000, interval: 500 }).toBe('published');
  expect(await world.sandbox.published()).toHaveLength(1);
  await app.close();
  await services.close();
  await target.drop();
}, 300_000);
