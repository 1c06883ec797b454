import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@pontual/server/testing/free-port.ts';
import { reportFigures, type Figure } from './recorded-figures.ts';
import { readPssMb } from './start/memory.ts';
import { startProduct } from './start/product.ts';
import { fillInstallation } from './start/rows.ts';
import { waitUntilBuilt, WEB_DIST } from './web-build.ts';

const HELP = `How soon "npm start" is ready, and what its processes take (Linux).

  --minutes <n>   after which memory is read (2)
  --save          records the figures in recorded-figures.json

The first start finds no built web and an empty DATA_DIR, as after "npm ci"; the last one a DATA_DIR with
10,000 posts. Exits with 1 when a limit is missed.
`;

const MINUTE_MS = 60_000;
/** Odd. */
const NODE_STARTS = 5;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

async function measureEmptyNode(): Promise<{ ms: number; mb: number }> {
  const beginAt = performance.now();
  const child = spawn(process.execPath, ['-e', 'console.log(1); setTimeout(() => {}, 60_000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const ms = performance.now() - beginAt;
  const mb = readPssMb(child.pid ?? 0);
  child.kill();
  return { ms, mb };
}

/** One start varies more than what is compared with it. */
async function measureMedianNode(): Promise<{ ms: number; mb: number }> {
  const starts: { ms: number; mb: number }[] = [];
  for (let run = 0; run < NODE_STARTS; run += 1) starts.push(await measureEmptyNode());
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[(NODE_STARTS - 1) / 2] ?? 0;
  return { ms: median(starts.map(({ ms }) => ms)), mb: median(starts.map(({ mb }) => mb)) };
}

interface LimitedFigure {
  label: string;
  value: number;
  limit: number;
  unit: 's' | 'MB';
}

async function measure(dataDir: string, port: number, sandboxPort: number) {
  const installation = { dataDir, port, sandboxPort };
  const node = await measureMedianNode();
  const first = await startProduct(installation);
  await waitUntilBuilt();
  await first.stop();
  const second = await startProduct(installation);
  await wait(Number(options.minutes) * MINUTE_MS);
  const { productMb, databaseMb, sandboxMb } = second.memory();
  await second.stop();
  const posts = await fillInstallation(dataDir);
  const full = await startProduct(installation);
  await full.stop();
  const after = `after ${options.minutes} min`;
  const peakMb = Math.max(second.peakMb(), full.peakMb());
  const figures: LimitedFigure[] = [
    { label: 'ready, web not built, empty DATA_DIR', value: first.readyMs, limit: 6, unit: 's' },
    { label: `ready, ${posts} posts`, value: full.readyMs, limit: 3, unit: 's' },
    {
      label: `server and database ${after}`,
      value: productMb + databaseMb,
      limit: 350,
      unit: 'MB',
    },
    { label: 'server and database at their peak', value: peakMb, limit: 450, unit: 'MB' },
    { label: `sandbox ${after}`, value: sandboxMb, limit: 120, unit: 'MB' },
  ];
  printLine(`${after}: server ${productMb.toFixed(0)}, database ${databaseMb.toFixed(0)} MB`);
  return { node, figures, buildPeakMb: first.peakMb() };
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pontual-start-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const backupDir = `${WEB_DIST}.aside`;
  if (existsSync(WEB_DIST)) await rename(WEB_DIST, backupDir);
  try {
    const { node, figures, buildPeakMb } = await measure(dataDir, port, sandboxPort);
    printLine(`${new Date().toISOString()}, npm run bench:start`);
    printLine(`an empty process of Node: ${node.ms.toFixed(0)} ms, ${node.mb.toFixed(0)} MB`);
    for (const { label, value, limit, unit } of figures) {
      const [formatted, times] =
        unit === 's'
          ? [(value / 1000).toFixed(2), value / node.ms]
          : [value.toFixed(0), value / node.mb];
      const isWithin = Number(formatted) <= limit;
      printLine(
        `${isWithin ? 'ok  ' : 'MISS'} ${label}: ${formatted} ${unit}, at most ${limit} (${times.toFixed(1)} x node)`,
      );
      if (!isWithin) process.exitCode = 1;
    }
    printLine(`while the web is built, once: at most ${buildPeakMb.toFixed(0)} MB`);
    const besideNode = figures.map(({ label, value, unit }): Figure => ({
      name: `${label}, beside an empty process of Node`,
      value: value / (unit === 's' ? node.ms : node.mb),
      unit: 'x',
    }));
    await reportFigures('bench:start', besideNode, options);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await rm(backupDir, { recursive: true, force: true });
  }
}

if (options.help) printLine(HELP);
else await main();
