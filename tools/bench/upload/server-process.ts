import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pontual/server/testing/free-port.ts';

const compileCacheDir = mkdtempSync(join(tmpdir(), 'pontual-bench-compiled-'));
process.once('exit', () => rmSync(compileCacheDir, { recursive: true, force: true }));
/** A web process makes no external calls; no server listens at this address. */
const UNREACHABLE_HOST = '127.0.0.1:9';

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const processes = {
  web: {
    file: './web-process.ts',
    flags: ['--max-semi-space-size=1', '--heap-growing-percent=25', '--optimize-for-size'],
    variables: { MALLOC_ARENA_MAX: '1' },
  },
  baseline: { file: './baseline-process.ts', flags: [], variables: {} },
  'baseline of the API': { file: '../api/baseline-process.ts', flags: [], variables: {} },
} as const;

export const startWeb = (databaseUrl: string, dataDir: string, profileDir?: string) =>
  startServerProcess(
    'web',
    {
      NODE_COMPILE_CACHE: compileCacheDir,
      ROLE: 'web',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      META_GRAPH_URL: `http://${UNREACHABLE_HOST}`,
      META_DIALOG_URL: `http://${UNREACHABLE_HOST}`,
      META_APP_ID: 'bench',
      META_APP_SECRET: 'bench',
      GOOGLE_CLIENT_ID: 'bench',
      GOOGLE_CLIENT_SECRET: 'bench',
      STRIPE_SECRET_KEY: 'bench',
      STRIPE_WEBHOOK_SECRET: 'bench',
      SMTP_URL: `smtp://${UNREACHABLE_HOST}`,
    },
    profileDir,
  );

export async function startServerProcess(
  name: keyof typeof processes,
  variables: Record<string, string>,
  profileDir?: string,
): Promise<ServerProcess> {
  const { file, flags, variables: fixedVariables } = processes[name];
  const profile = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`];
  const port = await freePort();
  const child = fork(new URL(file, import.meta.url), {
    env: { ...fixedVariables, ...variables, PORT: String(port) },
    execArgv: ['--disable-warning=ExperimentalWarning', ...flags, ...profile],
  });
  const exit = once(child, 'exit');
  const kill = () => void child.kill('SIGTERM');
  process.once('SIGINT', kill);
  const stop = async () => {
    process.off('SIGINT', kill);
    kill();
    await exit;
  };
  await Promise.race([once(child, 'message'), exit]);
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    await stop();
    throw new Error(`the process ${name} did not start`);
  }
  return { url: `http://127.0.0.1:${port}`, pid, stop };
}
