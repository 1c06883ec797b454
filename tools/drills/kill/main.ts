// `npm run drill:kill`: users write while the server, its database or both are killed at random. Each
// acknowledged row must exist afterwards.
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { percentiles } from '../../bench/publish/statistics.ts';
import { joinEmbeddedPostgres } from '@pontual/server/platform/database/embedded/embedded-postgres.ts';
import { findFolder } from '@pontual/server/platform/database/embedded/folder.ts';
import { createLog } from '@pontual/server/platform/log/log.ts';
import { freePort } from '@pontual/server/testing/free-port.ts';
import { startServerProcess, type ServerProcess } from '@pontual/server/testing/spawn-server.ts';
import { startWriters, type Writers } from './writers.ts';

const VICTIMS = ['server', 'database', 'both'] as const;
type Victim = (typeof VICTIMS)[number];
const WRITERS = 4;
const MAX_KILL_DELAY_MS = 1500;
const POLL_MS = 20;
/** The promised recovery time after a kill, in ms. */
const READY_MS = 5000;
const TIMEOUT_MS = 60_000;

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const rounds = Number(options.rounds);
if (!(rounds >= 1)) throw new Error('--rounds is a number, 1 or more');
const formatMs = (ms: number) => `${ms.toFixed(0)} ms`;
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

async function waitUntil(
  label: string,
  condition: () => Promise<boolean> | boolean,
): Promise<void> {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`${label} takes more than ${TIMEOUT_MS} ms`);
    await wait(POLL_MS);
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function findMissing(
  connection: pg.ClientConfig,
  captions: readonly string[],
): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const found = await client.query<{ caption: string }>(
    `select caption from unnest($1::text[]) as written (caption)
     where not exists (select from posts where posts.caption = written.caption)`,
    [captions],
  );
  await client.end();
  return found.rows.map(({ caption }) => caption);
}

async function killDatabase(dataDir: string): Promise<void> {
  const file = join((await findFolder(dataDir)) ?? '', 'cluster', 'postmaster.pid');
  process.kill(Number((await readFile(file, 'utf8')).split('\n')[0]), 'SIGKILL');
}

async function findConnection(dataDir: string): Promise<pg.ClientConfig> {
  const joined = await joinEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await joined.close();
  return joined.connection;
}

interface Drill {
  dataDir: string;
  start: () => Promise<ServerProcess>;
  server: ServerProcess;
  writers: Writers;
}

/** Returns the ms from the kill until the product is ready and a write is acknowledged. */
async function runRound(drill: Drill, victim: Victim): Promise<number> {
  const { dataDir, start, writers } = drill;
  await waitUntil('a first write', () => writers.acknowledged() > 0);
  await wait(randomInt(MAX_KILL_DELAY_MS));
  if (victim !== 'server') await killDatabase(dataDir);
  const killedAt = performance.now();
  if (victim !== 'database') {
    await drill.server.kill();
    drill.server = await start();
  }
  await waitUntil('a write after the kill', () => writers.lastWriteStartedAt() > killedAt);
  await waitUntil('being ready', () => isReady(drill.server.url));
  return performance.now() - killedAt;
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pontual-kill-'));
  const port = String(await freePort());
  const start = () => startServerProcess({ DATA_DIR: dataDir, PORT: port });
  const server = await start();
  const writers = await startWriters(server.url, WRITERS);
  const connection = await findConnection(dataDir);
  const drill: Drill = { dataDir, start, server, writers };
  const readyMs: Record<Victim, number[]> = { server: [], database: [], both: [] };
  const captions: string[] = [];
  let lost = 0;
  try {
    for (let number = 0; number < rounds; number += 1) {
      const victim = VICTIMS[number % VICTIMS.length] ?? 'both';
      readyMs[victim].push(await runRound(drill, victim));
      captions.push(...writers.takeAcknowledged());
    }
    lost = (await findMissing(connection, captions)).length;
  } finally {
    await writers.stop();
    drill.server.sendSigterm();
    await drill.server.exitCode;
    await rm(dataDir, { recursive: true, force: true });
  }
  printLine(`${new Date().toISOString()}, npm run drill:kill -- --rounds ${rounds}`);
  for (const victim of VICTIMS) {
    const { p50, max } = percentiles(readyMs[victim]);
    printLine(
      `${victim} killed ${readyMs[victim].length} times: ready after ${formatMs(p50)}, at most ${formatMs(max)}`,
    );
  }
  printLine(`${captions.length} rows acknowledged, ${lost} lost`);
  const isInTime = Object.values(readyMs)
    .flat()
    .every((ms) => ms <= READY_MS);
  process.exitCode = lost === 0 && isInTime ? 0 : 1;
}

await main();
