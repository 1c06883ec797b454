import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { twoFreePorts } from './free-ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const READY_MESSAGE = 'Pontual is ready at';
/** On an installed tree; the first start builds the web as well. */
const START_MS = 120_000;
const STOP_MS = 30_000;

/** The whole product, started as a user starts it, with a world of its own. */
export interface Stack {
  readonly url: string;
  readonly sandboxUrl: string;
  /** Of the server; undefined while it is down. */
  readonly pid: number | undefined;
  /** Everything the processes have printed. */
  output(): string;
  /** `kill -9` of the server. Its sandbox ends with it; its database server goes on. */
  kill9(): Promise<void>;
  /** Starts again, on the same ports and with the same data. */
  start(): Promise<void>;
  /** Ctrl-C, as a user ends it; the exit code. */
  interrupt(): Promise<number | null>;
  /** Ends it for good and forgets its data. */
  stop(): Promise<void>;
}

/** With these settings, beside those that give it a world of its own. */
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

/** What a fresh shell has. */
const SHELL_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'TEMP', 'USERPROFILE'];
/** The folder in which a whole run keeps the code that it has compiled (tools/repository/run-all.ts). */
const COMPILE_CACHE_VARIABLE = 'NODE_COMPILE_CACHE';

/** Nothing else of the tester's own settings reaches the product. */
function buildEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = [...SHELL_VARIABLES, COMPILE_CACHE_VARIABLE].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...variables };
}

/** Waits until nothing answers there any more. */
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
