import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '@pontual/server/testing/free-port.ts';

const POLL_MS = 200;
const MAX_START_MS = 90_000;

export type Role = 'web' | 'worker';

export interface ProductProcess {
  name: string;
  role: Role;
  port: number;
  /** Sends SIGTERM. Returns the exit code and the time until the end in ms. */
  stop(): Promise<{ code: number | null; ms: number }>;
  kill(): void;
}

/** Each process has a folder of its own, like a container. */
export function createStarter(deps: {
  folder: string;
  databaseUrl: string;
  variables: Record<string, string>;
}) {
  let serial = 0;

  return async function start(version: string, role: Role): Promise<ProductProcess> {
    serial += 1;
    const name = `${role}-${serial}`;
    const dataDir = join(deps.folder, name);
    await mkdir(dataDir);
    const log = await open(join(deps.folder, `${name}.log`), 'a');
    const port = await freePort();
    const workersBefore = await listWorkers(deps.databaseUrl);
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'start.js', '--server'],
      {
        cwd: version,
        env: {
          PATH: process.env['PATH'],
          ...deps.variables,
          ROLE: role,
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: deps.databaseUrl,
          SANDBOX: 'off',
        },
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    await log.close();
    const exit = once(child, 'exit');
    const isRunning = async () =>
      role === 'web'
        ? fetch(`http://127.0.0.1:${port}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          )
        : (await listWorkers(deps.databaseUrl)).some((id) => !workersBefore.includes(id));
    const deadline = performance.now() + MAX_START_MS;
    while (!(await isRunning())) {
      if (child.exitCode !== null || performance.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`${name} did not start: see ${deps.folder}/${name}.log`);
      }
      await wait(POLL_MS);
    }
    return {
      name,
      role,
      port,
      async stop() {
        const begin = performance.now();
        child.kill('SIGTERM');
        await exit;
        return { code: child.exitCode, ms: performance.now() - begin };
      },
      kill: () => void child.kill('SIGKILL'),
    };
  };
}

async function listWorkers(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query<{ worker_id: string }>(
      'select worker_id from worker_heartbeats',
    );
    return found.rows.map((row) => row.worker_id);
  } catch {
    return [];
  } finally {
    await client.end();
  }
}
