import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { twoFreePorts } from './free-ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const READY_MESSAGE = 'Pontual is ready at';
/** In ms, with dependencies installed; the first start also builds the web. */
const START_MS = 120_000;
const STOP_MS = 30_000;

/** The whole product, started as a user starts it, with its own sandbox. */
export interface Stack {
  readonly url: string;
  readonly sandboxUrl: string;
  /** The process id of the server; undefined while it is down. */
  readonly pid: number | undefined;
  output(): string;
  /** Runs `kill -9` on the server. Its sandbox ends with it; its database server continues. */
  kill9(): Promise<void>;
  start(): Promise<void>;
  interrupt(): Promise<number | null>;
  stop(): Promise<void>;
}

/** Starts a stack with these settings; ports and data folder are set here. */
export async function startStack(settings: Record<string, string> = {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pontual-e2e-'));
  const [port, sandboxPort] = await twoFreePorts();
  const env = buildEnvironment({
    ...settings,
    PORT: port,
    SANDBOX_PORT: sandboxPort,
    DATA_DIR: dataDir,
  });
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'start.js'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const from = output.length;
    const exit = once(started, 'exit');
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`Pontual ${why}:\n${output.slice(from)}`));
      const timer = setTimeout(() => fail('was not ready in time'), START_MS);
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (!output.includes(READY_MESSAGE, from)) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout.on('data', read);
      started.stderr.on('data', read);
      void exit.then(() => {
        clearTimeout(timer);
        fail('ended before it was ready');
      });
    }).catch(async (error: unknown) => {
      await endProcess('SIGKILL');
      throw error;
    });
  }

  async function endProcess(signal: NodeJS.Signals): Promise<number | null> {
    const stoppingChild = child;
    if (stoppingChild === undefined) return null;
    child = undefined;
    if (stoppingChild.exitCode === null && stoppingChild.signalCode === null) {
      const exit = once(stoppingChild, 'exit');
      stoppingChild.kill(signal);
      const timer = setTimeout(() => stoppingChild.kill('SIGKILL'), STOP_MS);
      await exit;
      clearTimeout(timer);
    }
    await waitUntilSilent(sandboxUrl);
    return stoppingChild.exitCode;
  }

  const stack: Stack = {
    url: `http://localhost:${port}`,
    sandboxUrl,
    get pid() {
      return child?.pid;
    },
    output: () => output,
    async kill9() {
      await endProcess('SIGKILL');
    },
    start,
    interrupt: () => endProcess('SIGINT'),
    async stop() {
      await endProcess('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await start();
  return stack;
}

const SHELL_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'TEMP', 'USERPROFILE'];
/** The folder in which a whole run caches compiled code (tools/repository/run-all.ts). */
const COMPILE_CACHE_VARIABLE = 'NODE_COMPILE_CACHE';

/** Passes no other environment variables of the developer to the product. */
function buildEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = [...SHELL_VARIABLES, COMPILE_CACHE_VARIABLE].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const defaults = { PUBLISH_GAP_SECONDS: '0', ALLOW_LOOPBACK_URLS: 'on' };
  return { ...Object.fromEntries(inherited), ...defaults, ...variables };
}

async function waitUntilSilent(url: string): Promise<void> {
  const isAnswering = () =>
    fetch(`${url}/_sandbox/services`, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
  const deadline = performance.now() + STOP_MS;
  while (await isAnswering()) {
    if (performance.now() > deadline) throw new Error(`${url} still answers`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
