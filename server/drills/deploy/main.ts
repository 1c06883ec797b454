import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLoad, type Load } from './load.ts';
import type { ProductProcess, Role } from './product.ts';
import { isClean, judge, reportOf, type Replaced, type Verdict } from './report.ts';
import { enrol, setStage, type Stage } from './stage.ts';
import { makeVersion } from './versions.ts';

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
const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Two web and three worker processes; a quick drill replaces the first of each. */
const roles: readonly Role[] = ['web', 'worker', 'worker', 'web', 'worker'];
const pace = options.quick
  ? { people: 3, scheduleEveryMs: 2000, betweenMs: 2000 }
  : { people: 6, scheduleEveryMs: 1000, betweenMs: 5000 };
/** Until the first posts fall due. */
const LEAD_MS = 38_000;
/** Nobody waits longer for the last of them. */
const LAST_MS = 120_000;
const LOOK_MS = 1000;

async function main(): Promise<boolean> {
  const stage = await setStage();
  const running = new Set<ProductProcess>();
  try {
    const verdict = await drill(stage, running);
    const isGood = isClean(verdict);
    say(`\n${reportOf(verdict)}\n\n${isGood ? 'Clean.' : `Not clean; logs in ${stage.folder}`}`);
    if (options.json !== undefined) {
      await writeFile(options.json, `${JSON.stringify(verdict, null, 2)}\n`);
    }
    for (const one of [...running].toReversed()) await one.stop();
    running.clear();
    if (isGood && !options.keep) await stage.forget();
    return isGood;
  } finally {
    for (const one of running) one.kill();
    await stage.close();
  }
}

async function drill(stage: Stage, running: Set<ProductProcess>): Promise<Verdict> {
  const { folder, door, start, sandbox, database } = stage;
  const old = { from: options.from, isNext: false };
  const current = await makeVersion(join(folder, 'current'), old);
  const next = await makeVersion(join(folder, 'next'), { from: undefined, isNext: true });

  async function launch(version: string, role: Role): Promise<ProductProcess> {
    const started = await start(version, role);
    running.add(started);
    if (role === 'web') await door.add(started.port);
    return started;
  }
  // A web process is ready when a worker is alive.
  const first = await launch(current, 'worker');
  const others: ProductProcess[] = [];
  for (const role of ['web', 'web', 'worker', 'worker'] as const) {
    others.push(await launch(current, role));
  }
  const load = createLoad(stage.url, await enrol(stage, pace.people), pace.scheduleEveryMs);
  await load.begin();
  say(`${running.size} processes serve ${pace.people} people; the first posts fall due soon`);
  await wait(LEAD_MS);

  const before = await migrationsOf(database);
  const replaced: Replaced[] = [];
  const inTurn = [first, ...others];
  for (const role of options.quick ? (['web', 'worker'] as const) : roles) {
    const leaving = inTurn.find((one) => one.role === role && running.has(one));
    if (leaving === undefined) throw new Error(`no ${role} process is left of the first version`);
    inTurn.splice(inTurn.indexOf(leaving), 1);
    const { code, ms } = await leaving.stop();
    running.delete(leaving);
    if (role === 'web') door.remove(leaving.port);
    const { name } = await launch(next, role);
    replaced.push({ name: leaving.name, by: name, code, stoppedMs: ms });
    say(`${leaving.name} is replaced by ${name}`);
    await wait(pace.betweenMs);
  }
  load.stopScheduling();
  await lastPosts(load, stage);
  await load.end();
  const after = await migrationsOf(database);
  return judge({
    counts: load.counts,
    promised: load.promised,
    media: await sandbox.media(),
    replaced,
    migrations: after.filter((name) => !before.includes(name)),
    absences: door.absences,
  });
}

/** Until all that was promised is out, or should have been for long. */
async function lastPosts(load: Load, { sandbox }: Stage): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < LAST_MS) {
    const out = new Set((await sandbox.media()).map(({ caption }) => caption));
    const latest = Math.max(...load.promised.map(({ dueMs }) => dueMs));
    const isOver = load.promised.every(({ caption }) => out.has(caption));
    if (isOver && Date.now() > latest) return;
    await wait(LOOK_MS);
  }
}

async function migrationsOf({ query }: Stage['database']): Promise<string[]> {
  const rows = await query('select name from schema_migrations order by name');
  return rows.map(({ name }) => String(name));
}

if (options.help) say(HELP);
else {
  say(`npm run drill:deploy, ${new Date().toISOString()}`);
  process.exitCode = (await main()) ? 0 : 1;
  // Whatever a connection still waits for.
  process.exit();
}
