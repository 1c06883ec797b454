import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { removableRules, removeRule } from '@pontual/server/publishing/removable-rules.ts';
import { openEnvironment } from './installation.ts';
import { runSeed } from './run-seed.ts';
import { createTotals, toSeedReport, type SeedReport } from './totals.ts';

/** A process opens a new database after this number of seeds, because each truncate bloats its catalogue. */
const SEEDS_PER_ENVIRONMENT = 200;
const PROGRESS_INTERVAL = 50;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    posts: { type: 'string', default: '200' },
    faults: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    seed: { type: 'string' },
    /** The distance between the seeds of one child process. */
    step: { type: 'string' },
    /** Removes this rule from the engine; the simulation must detect that. */
    mutate: { type: 'string' },
  },
});
const [posts, faults, jobs] = [Number(values.posts), Number(values.faults), Number(values.jobs)];
const from = Number(values.seed ?? values.from);
const last = from + (values.seed === undefined ? Number(values.seeds) : 1) - 1;
const removedRule = removableRules.find((rule) => rule === values.mutate);
if (removedRule !== values.mutate)
  throw new Error(`--mutate takes one of ${removableRules.join(', ')}`);
const print = (line: string) => process.stdout.write(`${line}\n`);

async function runSeeds(step: number, report: (done: SeedReport) => void): Promise<void> {
  let environment = await openEnvironment();
  let seedCount = 0;
  for (let seed = from; seed <= last; seed += step) {
    if (seedCount > 0 && seedCount % SEEDS_PER_ENVIRONMENT === 0) {
      await environment.close();
      environment = await openEnvironment();
    }
    seedCount += 1;
    report(toSeedReport(await runSeed(environment, { seed, posts, faults })));
  }
  await environment.close();
}

/** @returns the number of violations */
async function runParent(): Promise<number> {
  const totals = createTotals();
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  let done = 0;
  const add = (report: SeedReport) => {
    done += 1;
    totals.add(report);
    for (const line of report.trace) print(line);
    if (done % PROGRESS_INTERVAL === 0) {
      print(`${done} of ${last - from + 1} seeds, ${seconds()} s, ${totals.violations} violations`);
    }
  };
  const children = Math.min(jobs, last - from + 1);
  const exits = Array.from({ length: children }, (_, index) => startChild(index, children, add));
  const codes = await Promise.all(exits);
  for (const line of totals.lines()) print(line);
  print(
    `${seconds()} s, ${((1000 * seconds()) / ((last - from + 1) * posts)).toFixed(1)} ms a post`,
  );
  print(totals.json({ seconds: seconds(), from, faultsPerSeed: faults }));
  const isComplete = done === last - from + 1 && codes.every((code) => code === 0);
  process.exitCode = totals.violations > 0 || !isComplete ? 1 : 0;
  return totals.violations;
}

function startChild(
  index: number,
  step: number,
  add: (report: SeedReport) => void,
): Promise<number | null> {
  const seeds = ['--from', String(from + index), '--seeds', String(last - from + 1 - index)];
  const settings = ['--posts', values.posts, '--faults', values.faults, '--step', String(step)];
  if (removedRule !== undefined) settings.push('--mutate', removedRule);
  const child = fork(new URL(import.meta.url), [...seeds, ...settings], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.on('message', (report) => add(report as SeedReport)); // only runSeeds sends messages
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code));
  });
}

/** A removed rule that the simulation does not detect is not proven. */
async function runMutation(rule: string): Promise<void> {
  const isNoticed = (await runParent()) > 0;
  print(isNoticed ? `Noticed: ${rule} is missing.` : `NOT NOTICED: ${rule} is missing.`);
  if (!isNoticed) process.exitCode = 3;
}

if (values.step !== undefined) {
  removeRule(removedRule);
  await runSeeds(Number(values.step), (report) => void process.send?.(report));
  process.disconnect();
} else if (removedRule === undefined) await runParent();
else await runMutation(removedRule);
