import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { removableRules, removeRule } from '../src/publishing/removable-rules.ts';
import { openGround } from './installation.ts';
import { runSeed } from './run-seed.ts';
import { createTotals, reportOf, type SeedReport } from './totals.ts';

/** After so many seeds a process opens a new database: truncating leaves traces in its catalogue. */
const SEEDS_PER_GROUND = 200;
const PROGRESS = 50;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    posts: { type: 'string', default: '200' },
    faults: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    /** One seed alone, to replay it. */
    seed: { type: 'string' },
    /** How far apart the seeds of one child process are. */
    step: { type: 'string' },
    /** On an engine without this rule: it must be noticed. */
    mutate: { type: 'string' },
  },
});
const [posts, faults, jobs] = [Number(values.posts), Number(values.faults), Number(values.jobs)];
const from = Number(values.seed ?? values.from);
const last = from + (values.seed === undefined ? Number(values.seeds) : 1) - 1;
const removed = removableRules.find((rule) => rule === values.mutate);
if (removed !== values.mutate)
  throw new Error(`--mutate takes one of ${removableRules.join(', ')}`);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A child process: every `step`th seed, each reported to the parent. */
async function playSeeds(step: number, report: (done: SeedReport) => void): Promise<void> {
  let ground = await openGround();
  let played = 0;
  for (let seed = from; seed <= last; seed += step) {
    if (played > 0 && played % SEEDS_PER_GROUND === 0) {
      await ground.close();
      ground = await openGround();
    }
    played += 1;
    report(reportOf(await runSeed(ground, { seed, posts, faults })));
  }
  await ground.close();
}

/** Spreads the seeds over child processes and adds up what they report; @returns how many violations. */
async function lead(): Promise<number> {
  const totals = createTotals();
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  let done = 0;
  const add = (report: SeedReport) => {
    done += 1;
    totals.add(report);
    for (const line of report.story) print(line);
    if (done % PROGRESS === 0) {
      print(`${done} of ${last - from + 1} seeds, ${seconds()} s, ${totals.violations} violations`);
    }
  };
  const children = Math.min(jobs, last - from + 1);
  const ends = Array.from({ length: children }, (_, index) => startChild(index, children, add));
  const codes = await Promise.all(ends);
  for (const line of totals.lines()) print(line);
  print(
    `${seconds()} s, ${((1000 * seconds()) / ((last - from + 1) * posts)).toFixed(1)} ms a post`,
  );
  print(totals.json({ seconds: seconds(), from, faultsPerSeed: faults }));
  const isWhole = done === last - from + 1 && codes.every((code) => code === 0);
  process.exitCode = totals.violations > 0 || !isWhole ? 1 : 0;
  return totals.violations;
}

function startChild(
  index: number,
  step: number,
  add: (report: SeedReport) => void,
): Promise<number | null> {
  const seeds = ['--from', String(from + index), '--seeds', String(last - from + 1 - index)];
  const settings = ['--posts', values.posts, '--faults', values.faults, '--step', String(step)];
  if (removed !== undefined) settings.push('--mutate', removed);
  const child = fork(new URL(import.meta.url), [...seeds, ...settings], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.on('message', (report) => add(report as SeedReport)); // only playSeeds sends any
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code));
  });
}

/** What it does not notice, it does not prove. */
async function leadWithout(rule: string): Promise<void> {
  const isNoticed = (await lead()) > 0;
  print(isNoticed ? `Noticed: ${rule} is missing.` : `NOT NOTICED: ${rule} is missing.`);
  if (!isNoticed) process.exitCode = 3;
}

if (values.step !== undefined) {
  removeRule(removed);
  await playSeeds(Number(values.step), (report) => void process.send?.(report));
  process.disconnect();
} else if (removed === undefined) await lead();
else await leadWithout(removed);
