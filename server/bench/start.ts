import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../src/testing/free-port.ts';

const HELP = `How soon "npm start" is ready, and what its processes take.

  --minutes <n>   after which memory is read (2)
`;

const START = fileURLToPath(new URL('../../start.js', import.meta.url));
const FLAGS = ['--disable-warning=ExperimentalWarning'];
const LOOK_AGAIN_MS = 20;
const SAMPLE_MS = 500;
const GIVE_UP_MS = 120_000;
const MINUTE_MS = 60_000;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Proportional set size in MB: shared memory counts once over all processes; 0 once it has ended. */
function pssMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Every process that runs, with its parent and what it was started with. */
function processes(): { pid: number; parent: number; command: string }[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        // The name of the program, in parentheses, may hold anything.
        const [, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return [{ pid, parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

interface Memory {
  productMb: number;
  databaseMb: number;
  sandboxMb: number;
}

/** Of the product of this process, by what they were started with. */
function memoryOf(product: number, dataDir: string): Memory {
  const all = processes();
  const ofPids = (pids: number[]) => pids.reduce((sum, pid) => sum + pssMb(pid), 0);
  const postmasters = all.filter(({ command }) => command.includes(`-D ${dataDir}`));
  const databases = all.filter(({ pid, parent }) =>
    postmasters.some((one) => one.pid === pid || one.pid === parent),
  );
  const sandboxes = all.filter(
    ({ parent, command }) => parent === product && command.includes('sandbox'),
  );
  return {
    productMb: pssMb(product),
    databaseMb: ofPids(databases.map(({ pid }) => pid)),
    sandboxMb: ofPids(sandboxes.map(({ pid }) => pid)),
  };
}

interface Started {
  child: ChildProcess;
  readyMs: number;
}

async function start(dataDir: string, port: number, sandboxPort: number): Promise<Started> {
  const beginAt = performance.now();
  const env = {
    ...process.env,
    // Empty counts as unset, also where .env sets it.
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
  };
  const child = spawn(process.execPath, [...FLAGS, START], { env, stdio: 'ignore' });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (performance.now() - beginAt > GIVE_UP_MS || child.exitCode !== null) {
      child.kill('SIGTERM');
      throw new Error('the product did not become ready');
    }
    await wait(LOOK_AGAIN_MS);
  }
  return { child, readyMs: performance.now() - beginAt };
}

async function stop({ child }: Started): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** What a process of Node that does nothing takes, to be ready and in memory. */
async function emptyNode(): Promise<{ ms: number; mb: number }> {
  const beginAt = performance.now();
  const child = spawn(process.execPath, ['-e', 'console.log(1); setTimeout(() => {}, 60_000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const ms = performance.now() - beginAt;
  const mb = pssMb(child.pid ?? 0);
  child.kill();
  return { ms, mb };
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pontual-start-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  try {
    const node = await emptyNode();
    const first = await start(dataDir, port, sandboxPort);
    const pid = first.child.pid ?? 0;
    let peakMb = 0;
    const until = performance.now() + Number(options.minutes) * MINUTE_MS;
    while (performance.now() < until) {
      const { productMb, databaseMb } = memoryOf(pid, dataDir);
      peakMb = Math.max(peakMb, productMb + databaseMb);
      await wait(SAMPLE_MS);
    }
    const memory = memoryOf(pid, dataDir);
    await stop(first);
    const second = await start(dataDir, port, sandboxPort);
    await stop(second);
    say(`${new Date().toISOString()}, npm run bench:start`);
    const times = (ms: number) =>
      `${(ms / 1000).toFixed(2)} s (${(ms / node.ms).toFixed(0)} x node)`;
    const whole = (mb: number) => `${mb.toFixed(0)} MB`;
    say(`an empty process of Node: ${node.ms.toFixed(0)} ms, ${whole(node.mb)}`);
    say(`ready with an empty DATA_DIR: ${times(first.readyMs)}`);
    say(`ready with a full DATA_DIR: ${times(second.readyMs)}`);
    const { productMb, databaseMb, sandboxMb } = memory;
    say(
      `after ${options.minutes} min: server ${whole(productMb)}, database ${whole(databaseMb)}, ` +
        `together ${whole(productMb + databaseMb)}, at most ${whole(peakMb)}; sandbox ${whole(sandboxMb)}`,
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (options.help) say(HELP);
else await main();
