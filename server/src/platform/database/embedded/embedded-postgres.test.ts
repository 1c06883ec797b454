import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isAlive } from './is-alive.ts';
import { createLog } from '../../log/log.ts';
import { OtherMajorVersionError } from './cluster.ts';
import {
  DatabaseInUseError,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './embedded-postgres.ts';
import { findFolder, isRoot, DatabaseFolderError } from './folder.ts';

const log = createLog('silent');
const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log });
const joinCluster = (dataDir: string) => joinEmbeddedPostgres({ dataDir, log });

async function query<T extends pg.QueryResultRow>(
  { connection }: Pick<EmbeddedPostgres, 'connection'>,
  text: string,
): Promise<T[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pontual-embedded-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function aFilledDataDir(): Promise<string> {
  const dataDir = await aDataDir();
  const embedded = await start(dataDir);
  await query(embedded, 'create table stored as select 1 as n');
  await embedded.close();
  return dataDir;
}

const selectStored = (embedded: EmbeddedPostgres) =>
  query<{ n: number }>(embedded, 'select n from stored');

const pidFile = async (dataDir: string) =>
  join((await findFolder(dataDir)) ?? '', 'cluster', 'postmaster.pid');

const pidOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(await pidFile(dataDir), 'utf8')).split('\n')[0]);

/** A stopped server removes its pid file; its process can stay as a zombie for a while. */
const hasServer = async (dataDir: string) => existsSync(await pidFile(dataDir));

async function startElsewhere(dataDir: string) {
  const program = new URL('../../../../testing/embedded-process.ts', import.meta.url);
  const child = fork(program, [dataDir], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  await once(child, 'message');
  return {
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

let dataDir: string;
let embedded: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pontual-embedded-'));
  embedded = await start(dataDir);
});
afterAll(async () => {
  await embedded.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('writes committed rows to disk and sorts in the same way on every machine', async () => {
  const [found] = await query(
    embedded,
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
       current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
       datlocprovider as provider, datlocale as locale
     from pg_database where datname = current_database()`,
  );
  expect(found).toEqual({
    fsync: 'on',
    pages: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
  });
});

test('listens on a socket that only its owner can reach, and on no port', async () => {
  const [found] = await query(embedded, `select current_setting('listen_addresses') as addresses`);
  expect(found).toEqual({ addresses: '' });
  const { mode, uid } = await stat(embedded.connection.host ?? '');
  expect(mode & 0o777).toBe(0o700);
  expect(uid === 0).toBe(false);
});

test('is reachable through a path that is too long for a socket', async () => {
  const folder = join(await aDataDir(), 'x'.repeat(100));
  await mkdir(folder);
  const running = await start(folder);
  onTestFinished(() => running.close());
  expect(await query(running, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('preserves committed rows across a stop and a start', async () => {
  const again = await start(await aFilledDataDir());
  onTestFinished(() => again.close());
  expect(await selectStored(again)).toEqual([{ n: 1 }]);
});

test('refuses a second product on the same folder', async () => {
  await expect(start(dataDir)).rejects.toThrow(DatabaseInUseError);
});

test('lets only one of two products that start at once own the folder', async () => {
  const folder = await aDataDir();
  const both = await Promise.allSettled([start(folder), start(folder)]);
  const started = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  for (const each of started) await each.close();
  const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(started).toHaveLength(1);
  expect(refused).toEqual([expect.any(DatabaseInUseError)]);
});

test('lets a command run beside the product without stopping its server', async () => {
  const pid = await pidOf(dataDir);
  const beside = await joinCluster(dataDir);
  expect(await query(beside, 'select 1 as n')).toEqual([{ n: 1 }]);
  await beside.close();
  expect(await pidOf(dataDir)).toBe(pid);
});

test('starts a server for a command where none runs, and stops it with the command', async () => {
  const folder = await aFilledDataDir();
  const alone = await joinCluster(folder);
  expect(await selectStored(alone)).toEqual([{ n: 1 }]);
  expect(await hasServer(folder)).toBe(true);
  await alone.close();
  expect(await hasServer(folder)).toBe(false);
});

test('leaves the server running for a product that starts while a command uses the database', async () => {
  const folder = await aFilledDataDir();
  const command = await joinCluster(folder);
  const product = await start(folder);
  await command.close();
  expect(await selectStored(product)).toEqual([{ n: 1 }]);
  await product.close();
  expect(await hasServer(folder)).toBe(false);
});

test('leaves the server running for a command whose product stops', async () => {
  const folder = await aFilledDataDir();
  const product = await start(folder);
  const command = await joinCluster(folder);
  await product.close();
  expect(await selectStored(command)).toEqual([{ n: 1 }]);
  await command.close();
  expect(await hasServer(folder)).toBe(false);
});

test('starts again at the same address after its server was killed', async () => {
  const running = await start(await aFilledDataDir());
  onTestFinished(() => running.close());
  const [server] = await query<{ pid: number }>(
    running,
    `select pg_backend_pid(), (select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int) as pid`,
  );
  process.kill(server?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => selectStored(running).catch(() => [])).toEqual([{ n: 1 }]);
});

test('reuses the server of a product that was killed', async () => {
  const folder = await aFilledDataDir();
  const killed = await startElsewhere(folder);
  const pid = await pidOf(folder);
  await killed.kill();
  expect(isAlive(pid)).toBe(true);
  const next = await start(folder);
  expect(await selectStored(next)).toEqual([{ n: 1 }]);
  expect(await pidOf(folder)).toBe(pid);
  await next.close();
  expect(await hasServer(folder)).toBe(false);
});

test('starts after the product and its server were killed', async () => {
  const folder = await aFilledDataDir();
  const killed = await startElsewhere(folder);
  process.kill(await pidOf(folder), 'SIGKILL');
  await killed.kill();
  const next = await start(folder);
  onTestFinished(() => next.close());
  expect(await selectStored(next)).toEqual([{ n: 1 }]);
});

test('starts although another process has the process id of a killed server', async () => {
  const folder = await aFilledDataDir();
  const cluster = join((await findFolder(folder)) ?? '', 'cluster');
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    await writeFile(join(cluster, file), `${process.ppid}\n/elsewhere\n1\n5432\n\n\n\nready\n`);
  }
  const next = await start(folder);
  onTestFinished(() => next.close());
  expect(await selectStored(next)).toEqual([{ n: 1 }]);
});

test('starts although a power cut has left its lock files empty', async () => {
  const folder = await aFilledDataDir();
  const cluster = join((await findFolder(folder)) ?? '', 'cluster');
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    await writeFile(join(cluster, file), '');
  }
  const next = await start(folder);
  onTestFinished(() => next.close());
  expect(await selectStored(next)).toEqual([{ n: 1 }]);
});

test('creates its data again after a first start that was killed', async () => {
  const folder = await aDataDir();
  await mkdir(join(folder, 'postgres', 'unfinished-1', 'cluster'), { recursive: true });
  const next = await start(folder);
  onTestFinished(() => next.close());
  expect(await query(next, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('refuses a folder of another major version and names the commands that migrate it', async () => {
  const folder = await aDataDir();
  const cluster = join(folder, 'postgres', 'cluster');
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  await expect(start(folder)).rejects.toThrow(OtherMajorVersionError);
  await expect(start(folder)).rejects.toThrow(/PostgreSQL 17.*npm run backup.*npm run restore/);
});

if (isRoot()) {
  test('stores its data outside of a DATA_DIR that its user cannot reach', async () => {
    const below = join(await aDataDir(), 'data');
    await mkdir(below);
    const running = await start(below);
    await running.close();
    expect(running.folder).toMatch(/^\/var\/lib\/pontual\/data-/);
    expect(await findFolder(below)).toBe(running.folder);
    const again = await start(below);
    await again.close();
    expect(again.folder).toBe(running.folder);
    await rm(running.folder, { recursive: true });
    await expect(start(below)).rejects.toThrow(DatabaseFolderError);
  });

  test('runs as the owner of its data when root starts it', async () => {
    const folder = await aFilledDataDir();
    const { uid } = await stat(join(folder, 'postgres', 'cluster'));
    expect(uid).not.toBe(0);
    const owner = uid - 1;
    await promisify(execFile)('chown', ['-R', `${owner}:${owner}`, join(folder, 'postgres')]);
    const running = await start(folder);
    onTestFinished(() => running.close());
    expect(await selectStored(running)).toEqual([{ n: 1 }]);
    expect((await stat(join(folder, 'postgres', 'cluster'))).uid).toBe(owner);
  });
}
