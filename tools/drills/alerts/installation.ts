import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { mountDisk } from '../../campaign/disk.ts';
import { startSandboxProcess } from '../../campaign/sandbox.ts';
import { freePort } from '@pontual/server/testing/free-port.ts';
import { createDatabase, startTestCluster } from '@pontual/server/testing/test-cluster.ts';
import { run, spawnProduct } from '../restore/product.ts';
import { createConnectedUser } from '../restore/users.ts';
import { startFront } from './front.ts';

const DATABASE = 'alerts';
const START_MS = 240_000;
const POLL_MS = 200;

/** Users whose posts are published or refused, and users who lose their connection. */
const ACCOUNTS = {
  posting: ['loja.1', 'loja.2', 'loja.3', 'loja.4'],
  losing: ['perdida.1', 'perdida.2', 'perdida.3'],
};

export interface DrillUser {
  username: string;
  token: string;
}

export type DrillInstallation = Awaited<ReturnType<typeof startInstallation>>;

/** One web process behind a proxy, two workers, PostgreSQL and the sandbox. `cleanups` get what ends them. */
export async function startInstallation(cleanups: (() => Promise<unknown>)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-alerts-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const disk = await mountDisk(dataDir, cleanups);
  const sandbox = await startSandboxProcess(folder);
  cleanups.push(() => sandbox.close());
  const cluster = await startTestCluster({ max_connections: 100 });
  cleanups.push(() => cluster.stop());
  const { url: databaseUrl } = await createDatabase(cluster.url, DATABASE, 'nothing');

  const ports = {
    web: await freePort(),
    'worker-1': await freePort(),
    'worker-2': await freePort(),
  };
  type Name = keyof typeof ports;
  const frontPort = await freePort();
  const front = await startFront(frontPort, ports.web);
  cleanups.push(() => front.close());
  // It reaches this machine, but the server does not take it for a local address and so checks its own links.
  const publicUrl = `http://0.0.0.0:${frontPort}`;
  await sandbox.settings({ appUrl: publicUrl });
  const metricsToken = randomBytes(16).toString('hex');
  const installation = {
    databaseUrl,
    dataDir,
    port: ports.web,
    services: sandbox.services,
    secretKeys: `drill:${randomBytes(32).toString('base64')}`,
  };
  const running = new Map<Name, ReturnType<typeof spawnProduct>>();

  async function stop(name: Name): Promise<void> {
    const child = running.get(name);
    running.delete(name);
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function start(name: Name): Promise<void> {
    const role = name === 'web' ? 'web' : 'worker';
    const variables = {
      ROLE: role,
      PUBLIC_URL: publicUrl,
      METRICS_TOKEN: metricsToken,
      STATUS_PROBE_SECONDS: '1',
      REACHABILITY_CHECK_SECONDS: '1',
      ...(role === 'worker' ? { WORKER_PORT: String(ports[name]) } : {}),
    };
    const child = spawnProduct(installation, ['--server'], variables, `${name}.log`);
    running.set(name, child);
    cleanups.push(() => stop(name));
    const isAlive = () =>
      fetch(`http://127.0.0.1:${ports[name]}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const deadline = Date.now() + START_MS;
    while (!(await isAlive())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${name} did not start: see ${dataDir}/${name}.log`);
      }
      await wait(POLL_MS);
    }
  }

  async function queryAt(url: string, statement: string, values: unknown[] = []): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement, values);
    } finally {
      await client.end();
    }
  }

  // The first process creates the tables, because pg-boss does not support a concurrent creation.
  await start('worker-1');
  await start('web');
  await start('worker-2');
  const url = `http://127.0.0.1:${ports.web}`;

  async function createUsers(usernames: readonly string[]): Promise<DrillUser[]> {
    const users: DrillUser[] = [];
    for (const username of usernames) {
      await sandbox.logIn(username);
      users.push({ username, token: await createConnectedUser(url, username) });
    }
    return users;
  }
  const users = {
    posting: await createUsers(ACCOUNTS.posting),
    losing: await createUsers(ACCOUNTS.losing),
  };
  await queryAt(
    databaseUrl,
    "update workspaces set plan = 'premium', subscription_status = 'active'",
  );

  return {
    folder,
    url,
    users,
    sandbox,
    front,
    disk,
    start,
    stop,
    metricsToken,
    webhookSecret: sandbox.services['STRIPE_WEBHOOK_SECRET'] ?? '',
    targets: Object.values(ports).map((port) => `127.0.0.1:${port}`),
    query: (statement: string, values?: unknown[]) => queryAt(databaseUrl, statement, values),
    backUp: () => run(installation, ['--backup', '--to', join(folder, 'backups')]),
    /** Refuses all connections, also those that are open. */
    async closeDatabase(): Promise<void> {
      await queryAt(cluster.url, `alter database ${DATABASE} allow_connections false`);
      await queryAt(
        cluster.url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [DATABASE],
      );
    },
    openDatabase: () => queryAt(cluster.url, `alter database ${DATABASE} allow_connections true`),
  };
}
