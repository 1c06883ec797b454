// `npm run drill:restore`: takes a backup while posts are due, kills everything and restores it into a new
// database. The ledger of Instagram shows whether each post was published once.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startSandboxProcess, type Sandbox } from '../../campaign/sandbox.ts';
import { freePort } from '@pontual/server/testing/free-port.ts';
import {
  createDatabase,
  startTestCluster,
  type TestCluster,
} from '@pontual/server/testing/test-cluster.ts';
import { createConnectedUser, schedule, type PlannedPost } from './users.ts';
import { run, startProduct, type Installation, type Product } from './product.ts';
import { evaluate, countOpen, readPostRows, type Verdict } from './verdict.ts';

const KINDS = ['caption', 'caption', 'story', 'caption', 'no caption'] as const;
const ACCOUNTS = ['atelie.barro', 'cafe.serra'];
const POSTS = 60;
const FIRST_DUE_MS = 75_000;
const INTERVAL_MS = 1500;
const BACKUP_AFTER_MS = 25_000;
const KILL_AFTER_MS = 55_000;
/** Covers 90 s before an unknown outcome is reconciled and 50 s until an outage post is found. */
const SETTLE_TIMEOUT_MS = 8 * 60_000;

const printLine = (text: string) => process.stdout.write(`${text}\n`);
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function removePlanLimits(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update workspaces set plan = 'premium', subscription_status = 'active'");
  await client.end();
}

async function schedulePosts(url: string, databaseUrl: string): Promise<PlannedPost[]> {
  const tokens = await Promise.all(ACCOUNTS.map((button) => createConnectedUser(url, button)));
  await removePlanLimits(databaseUrl);
  const firstAtMs = Date.now() + FIRST_DUE_MS;
  const posts: PlannedPost[] = [];
  for (let number = 0; number < POSTS; number += 1) {
    const kind = KINDS[number % KINDS.length] ?? 'caption';
    const token = tokens[number % tokens.length] ?? '';
    posts.push(await schedule(url, token, kind, firstAtMs + number * INTERVAL_MS));
  }
  return posts;
}

async function waitUntilSettled(posts: readonly PlannedPost[], databaseUrl: string) {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const rows = await readPostRows(databaseUrl);
    if (countOpen(posts, rows) === 0 || Date.now() > deadline) return rows;
    await wait(2000);
  }
}

function renderTable(verdicts: readonly Verdict[]): string {
  const heads = [
    'posts',
    'due before',
    'between',
    'after',
    'published',
    'to check',
    'twice',
    'lost',
  ];
  const lines = verdicts.map(({ kind, ...counts }) => [kind, ...Object.values(counts)]);
  return [['kind', ...heads], ...lines]
    .map((line) =>
      line
        .map((cell) => String(cell).padEnd(11))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

const cleanups: (() => Promise<void>)[] = [];

async function createInstallation(
  folder: string,
  cluster: TestCluster,
): Promise<Installation & Pick<Sandbox, 'media'>> {
  const sandbox = await startSandboxProcess(folder);
  cleanups.push(() => sandbox.close());
  const database = await createDatabase(cluster.url, 'before', 'nothing');
  const port = await freePort();
  await sandbox.settings({ appUrl: `http://localhost:${port}` });
  return {
    databaseUrl: database.url,
    dataDir: await mkdtemp(join(folder, 'before-')),
    port,
    services: sandbox.services,
    secretKeys: `k1:${randomBytes(32).toString('base64')}`,
    media: sandbox.media,
  };
}

async function startInstallation(installation: Installation): Promise<Product> {
  const product = startProduct(installation);
  cleanups.push(() => product.kill());
  await product.ready();
  return product;
}

async function runDrill(folder: string): Promise<boolean> {
  const cluster = await startTestCluster({ max_connections: 100 });
  cleanups.push(() => cluster.stop());
  const { media: ledger, ...original } = await createInstallation(folder, cluster);
  const product = await startInstallation(original);
  const posts = await schedulePosts(`http://127.0.0.1:${original.port}`, original.databaseUrl);
  const firstAtMs = posts[0]?.dueAtMs ?? 0;
  printLine(
    `${posts.length} posts, one each ${formatSeconds(INTERVAL_MS)}, on ${ACCOUNTS.length} accounts`,
  );

  await wait(Math.max(0, firstAtMs + BACKUP_AFTER_MS - Date.now()));
  const takenMs = Date.now();
  const backups = join(folder, 'backups');
  const backupMs = await run(original, ['--backup', '--to', backups]);
  printLine(`backup beside the running product: ${formatSeconds(backupMs)}`);
  await wait(Math.max(0, firstAtMs + KILL_AFTER_MS - Date.now()));
  await product.kill();
  const killedMs = Date.now();
  const lostMedia = (await ledger()).length;
  printLine(`everything killed; Instagram has ${lostMedia} posts`);

  const database = await createDatabase(cluster.url, 'after', 'nothing');
  const dataDir = await mkdtemp(join(folder, 'after-'));
  const restored = { ...original, databaseUrl: database.url, dataDir };
  const [name = ''] = await readdir(backups);
  printLine(
    `restore into a new database: ${formatSeconds(await run(restored, ['--restore', join(backups, name)]))}`,
  );
  await startInstallation(restored);
  printLine(`serving again ${formatSeconds(Date.now() - killedMs)} after the loss`);
  const rows = await waitUntilSettled(posts, restored.databaseUrl);
  printLine(`everything at its end ${formatSeconds(Date.now() - killedMs)} after the loss\n`);
  const verdicts = evaluate(posts, rows, await ledger(), { takenMs, killedMs });
  printLine(renderTable(verdicts));
  return verdicts.every(({ duplicates, lost }) => duplicates === 0 && lost === 0);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-restoring-'));
  try {
    const isPassing = await runDrill(folder);
    printLine(isPassing ? '\nnothing lost, nothing published twice' : '\nFAILED');
    process.exitCode = isPassing ? 0 : 1;
  } finally {
    for (const end of cleanups.toReversed()) await end();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
