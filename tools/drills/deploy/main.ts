import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLoad, type Load } from './load.ts';
import type { ProductProcess, Role } from './product.ts';
import { isClean, evaluate, renderReport, type Replacement, type Verdict } from './report.ts';
import { registerUsers, createEnvironment, type Environment } from './environment.ts';
import { prepareVersion } from './versions.ts';

const HELP = `A rolling deploy under load: every process is replaced by one of the next version, which brings migrations.
The product runs as plain processes, without containers.

  --from <commit>  the version that is replaced; otherwise the working tree's own
  --quick          one web and one worker process are replaced, under less load
  --json <file>    where the figures go as well
  --keep           keeps the folder with the processes' logs
`;

const { values: options } = parseArgs({
  options: {
    from: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

const roles: readonly Role[] = ['web', 'worker', 'worker', 'web', 'worker'];
const pace = options.quick
  ? { people: 3, scheduleEveryMs: 2000, betweenMs: 2000 }
  : { people: 6, scheduleEveryMs: 1000, betweenMs: 5000 };
const LEAD_MS = 38_000;
const LAST_POST_TIMEOUT_MS = 120_000;
const POLL_MS = 1000;

async function main(): Promise<boolean> {
  const environment = await createEnvironment();
  const running = new Set<ProductProcess>();
  try {
    const verdict = await runDrill(environment, running);
    const isPassing = isClean(verdict);
    printLine(
      `\n${renderReport(verdict)}\n\n${isPassing ? 'Clean.' : `Not clean; logs in ${environment.folder}`}`,
    );
    if (options.json !== undefined) {
      await writeFile(options.json, `${JSON.stringify(verdict, null, 2)}\n`);
    }
    for (const one of [...running].toReversed()) await one.stop();
    running.clear();
    if (isPassing && !options.keep) await environment.removeFolder();
    return isPassing;
  } finally {
    for (const one of running) one.kill();
    await environment.close();
  }
}

async function runDrill(environment: Environment, running: Set<ProductProcess>): Promise<Verdict> {
  const { folder, loadBalancer, start, sandbox, database } = environment;
  const previousVersion = { from: options.from, isNext: false };
  const current = await prepareVersion(join(folder, 'current'), previousVersion);
  const next = await prepareVersion(join(folder, 'next'), { from: undefined, isNext: true });

  async function launch(version: string, role: Role): Promise<ProductProcess> {
    const started = await start(version, role);
    running.add(started);
    if (role === 'web') await loadBalancer.add(started.port);
    return started;
  }
  // A web process is ready only while a worker is alive.
  const first = await launch(current, 'worker');
  const others: ProductProcess[] = [];
  for (const role of ['web', 'web', 'worker', 'worker'] as const) {
    others.push(await launch(current, role));
  }
  const load = createLoad(
    environment.url,
    await registerUsers(environment, pace.people),
    pace.scheduleEveryMs,
  );
  await load.begin();
  printLine(`${running.size} processes serve ${pace.people} people; the first posts fall due soon`);
  await wait(LEAD_MS);

  const before = await listMigrations(database);
  const replacements: Replacement[] = [];
  const queue = [first, ...others];
  for (const role of options.quick ? (['web', 'worker'] as const) : roles) {
    const outgoing = queue.find((one) => one.role === role && running.has(one));
    if (outgoing === undefined) throw new Error(`no ${role} process is left of the first version`);
    queue.splice(queue.indexOf(outgoing), 1);
    const { code, ms } = await outgoing.stop();
    running.delete(outgoing);
    if (role === 'web') loadBalancer.remove(outgoing.port);
    const { name } = await launch(next, role);
    replacements.push({ name: outgoing.name, by: name, code, stoppedMs: ms });
    printLine(`${outgoing.name} is replaced by ${name}`);
    await wait(pace.betweenMs);
  }
  load.stopScheduling();
  await waitForLastPosts(load, environment);
  await load.end();
  const after = await listMigrations(database);
  return evaluate({
    counts: load.counts,
    scheduledPosts: load.scheduledPosts,
    media: await sandbox.media(),
    replacements,
    migrations: after.filter((name) => !before.includes(name)),
    outages: loadBalancer.outages,
  });
}

async function waitForLastPosts(load: Load, { sandbox }: Environment): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < LAST_POST_TIMEOUT_MS) {
    const publishedCaptions = new Set((await sandbox.media()).map(({ caption }) => caption));
    const latestDueMs = Math.max(...load.scheduledPosts.map(({ dueMs }) => dueMs));
    const isOver = load.scheduledPosts.every(({ caption }) => publishedCaptions.has(caption));
    if (isOver && Date.now() > latestDueMs) return;
    await wait(POLL_MS);
  }
}

async function listMigrations({ query }: Environment['database']): Promise<string[]> {
  const rows = await query('select name from schema_migrations order by name');
  return rows.map(({ name }) => String(name));
}

if (options.help) printLine(HELP);
else {
  printLine(`npm run drill:deploy, ${new Date().toISOString()}`);
  process.exitCode = (await main()) ? 0 : 1;
  process.exit();
}
