// `npm run drill:restore`: posts fall due without a pause, a backup is taken, everything is killed, and
// the backup put into a new database. Instagram's own ledger tells whether each post went out once.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startSandboxProcess, type Sandbox } from '../../campaign/sandbox.ts';
import { freePort } from '../../src/testing/free-port.ts';
import {
  createDatabase,
  startTestCluster,
  type TestCluster,
} from '../../src/testing/test-cluster.ts';
import { aPerson, schedule, type PlannedPost } from './people.ts';
import { run, startProduct, type Installation, type Product } from './product.ts';
import { judge, openOf, rowsOf, type Verdict } from './verdict.ts';

const KINDS = ['caption', 'caption', 'story', 'caption', 'no caption'] as const;
const ACCOUNTS = ['atelie.barro', 'cafe.serra'];
const POSTS = 60;
const FIRST_DUE_MS = 75_000;
const APART_MS = 1500;
/** From the first hour on. */
const BACKUP_AFTER_MS = 25_000;
const KILL_AFTER_MS = 55_000;
/** Until everything has come to its end: nobody looks for 90 s, and a silent post is found in 50 s. */
const SETTLING_MS = 8 * 60_000;

const say = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Of the plans' limits nothing is to be seen here. */
async function allowMany(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update workspaces set plan = 'premium', subscription_status = 'active'");
  await client.end();
}

async function plan(url: string, databaseUrl: string): Promise<PlannedPost[]> {
  const tokens = await Promise.all(ACCOUNTS.map((button) => aPerson(url, button)));
  await allowMany(databaseUrl);
  const firstAtMs = Date.now() + FIRST_DUE_MS;
  const posts: PlannedPost[] = [];
  for (let number = 0; number < POSTS; number += 1) {
    const kind = KINDS[number % KINDS.length] ?? 'caption';
    const token = tokens[number % tokens.length] ?? '';
    posts.push(await schedule(url, token, kind, firstAtMs + number * APART_MS));
  }
  return posts;
}

async function settled(posts: readonly PlannedPost[], databaseUrl: string) {
  const givesUpAt = Date.now() + SETTLING_MS;
  for (;;) {
    const rows = await rowsOf(databaseUrl);
    if (openOf(posts, rows) === 0 || Date.now() > givesUpAt) return rows;
    await wait(2000);
  }
}

function table(verdicts: readonly Verdict[]): string {
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

/** What is ended whatever happens, the last first. */
const ends: (() => Promise<void>)[] = [];

async function begin(
  folder: string,
  cluster: TestCluster,
): Promise<Installation & Pick<Sandbox, 'media'>> {
  const sandbox = await startSandboxProcess(folder);
  ends.push(() => sandbox.close());
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

async function started(at: Installation): Promise<Product> {
  const product = startProduct(at);
  ends.push(() => product.kill());
  await product.ready();
  return product;
}

async function drill(folder: string): Promise<boolean> {
  const cluster = await startTestCluster({ max_connections: 100 });
  ends.push(() => cluster.stop());
  const { media: ledger, ...before } = await begin(folder, cluster);
  const product = await started(before);
  const posts = await plan(`http://127.0.0.1:${before.port}`, before.databaseUrl);
  const firstAtMs = posts[0]?.dueAtMs ?? 0;
  say(`${posts.length} posts, one each ${seconds(APART_MS)}, on ${ACCOUNTS.length} accounts`);

  await wait(Math.max(0, firstAtMs + BACKUP_AFTER_MS - Date.now()));
  const takenMs = Date.now();
  const backups = join(folder, 'backups');
  const backupMs = await run(before, ['--backup', '--to', backups]);
  say(`backup beside the running product: ${seconds(backupMs)}`);
  await wait(Math.max(0, firstAtMs + KILL_AFTER_MS - Date.now()));
  await product.kill();
  const killedMs = Date.now();
  const lostMedia = (await ledger()).length;
  say(`everything killed; Instagram has ${lostMedia} posts`);

  const database = await createDatabase(cluster.url, 'after', 'nothing');
  const dataDir = await mkdtemp(join(folder, 'after-'));
  const after = { ...before, databaseUrl: database.url, dataDir };
  const [name = ''] = await readdir(backups);
  say(
    `restore into a new database: ${seconds(await run(after, ['--restore', join(backups, name)]))}`,
  );
  await started(after);
  say(`serving again ${seconds(Date.now() - killedMs)} after the loss`);
  const rows = await settled(posts, after.databaseUrl);
  say(`everything at its end ${seconds(Date.now() - killedMs)} after the loss\n`);
  const verdicts = judge(posts, rows, await ledger(), { takenMs, killedMs });
  say(table(verdicts));
  return verdicts.every(({ twice, lost }) => twice === 0 && lost === 0);
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pontual-restoring-'));
  try {
    const isWell = await drill(folder);
    say(isWell ? '\nnothing lost, nothing published twice' : '\nFAILED');
    process.exitCode = isWell ? 0 : 1;
  } finally {
    for (const end of ends.toReversed()) await end();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
