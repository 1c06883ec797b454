import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const START = fileURLToPath(new URL('../../../start.js', import.meta.url));
const COMMANDS_LOG = 'commands.log';
const LOG = 'product.log';
const READY_MS = 60_000;

export interface Installation {
  databaseUrl: string;
  dataDir: string;
  port: number;
  services: Record<string, string>;
  secretKeys: string;
}

const buildEnvironment = (installation: Installation): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: installation.databaseUrl,
  DATA_DIR: installation.dataDir,
  PORT: String(installation.port),
  ...installation.services,
  SANDBOX: 'off',
  PUBLISH_GAP_SECONDS: '0',
  SECRET_KEYS: installation.secretKeys,
  LOG_LEVEL: 'warn',
});

export const spawnProduct = (
  installation: Installation,
  args: string[],
  overrides: NodeJS.ProcessEnv,
  log: string,
) => {
  const output = openSync(join(installation.dataDir, log), 'a');
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', START, ...args], {
    env: { ...buildEnvironment(installation), ...overrides },
    stdio: ['ignore', output, output],
  });
};

async function hasHeartbeat(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query('select from worker_heartbeats')).rowCount !== 0;
  } finally {
    await client.end();
  }
}

export type Product = ReturnType<typeof startProduct>;

export function startProduct(installation: Installation) {
  const start = (role: string) => spawnProduct(installation, ['--server'], { ROLE: role }, LOG);
  const processes = [start('worker')];

  /** @throws Error with the output of the processes */
  async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + READY_MS;
    while (!(await condition().catch(() => false))) {
      if (Date.now() > deadline) {
        const log = await readFile(join(installation.dataDir, LOG), 'utf8');
        throw new Error(`the product did not start: ${log}`);
      }
      await wait(200);
    }
  }

  return {
    async ready(): Promise<void> {
      // The first process creates the tables, because pg-boss does not support a concurrent creation.
      await waitUntil(() => hasHeartbeat(installation.databaseUrl));
      processes.push(start('web'), start('worker'));
      await waitUntil(async () => (await fetch(`http://127.0.0.1:${installation.port}/readyz`)).ok);
    },
    async kill(): Promise<void> {
      const ends = processes
        .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
        .map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        });
      await Promise.all(ends);
    },
  };
}

export async function run(installation: Installation, args: string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawnProduct(installation, args, {}, COMMANDS_LOG);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) {
    const log = await readFile(join(installation.dataDir, COMMANDS_LOG), 'utf8');
    throw new Error(`${args.join(' ')} ended with ${code}: ${log}`);
  }
  return performance.now() - startedAt;
}
