import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '../src/platform/database/embedded/configuration.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log/log.ts';

const TEMPLATE = 'pontual_template';

/** No test needs the data after a power failure, and many test worlds run at once. */
const testSettings: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: 400,
  shared_buffers: '128MB',
  max_wal_size: '256MB',
};

export type TestCluster = Awaited<ReturnType<typeof startTestCluster>>;

export async function startTestCluster(settings: Settings = testSettings) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pontual-cluster-'));
  const embedded = await startEmbeddedPostgres({ dataDir, settings, log: createLog('silent') });
  const url = urlOf(embedded.connection, 'postgres');
  // SIGQUIT is the immediate shutdown of PostgreSQL.
  const pid = await pidOf(url);
  const kill = () => void process.kill(pid, 'SIGQUIT');
  process.prependOnceListener('exit', kill); // runs before the removal of its folder
  const stop = async () => {
    process.off('exit', kill);
    await embedded.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await createTemplate(url, urlOf(embedded.connection, TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

const urlOf = ({ host = '', port = 0, user = '' }: pg.ClientConfig, database: string) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

async function pidOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  await client.end();
  return Number(rows[0]?.pid);
}

async function createTemplate(clusterUrl: string, url: string): Promise<void> {
  await administer(clusterUrl, `create database ${TEMPLATE}`);
  const database = openDatabase(url);
  await migrate(database);
  const jobs = await createJobs(database, createLog('silent'), { supervise: false });
  await jobs.close();
  await database.close();
}

export async function createDatabase(
  clusterUrl: string,
  name: string,
  from: 'template' | 'nothing' = 'template',
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = from === 'template' ? TEMPLATE : 'template0';
  // Half the time here of a copy by the write-ahead log.
  await administer(clusterUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(clusterUrl);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => administer(clusterUrl, `drop database if exists ${name} with (force)`),
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
