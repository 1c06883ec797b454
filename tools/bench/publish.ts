import { parseArgs } from 'node:util';
import { reportFigures } from './recorded-figures.ts';
import { openDatabases } from './publish/databases.ts';
import { runWorkerKill, type WorkerKillResult } from './publish/worker-kill.ts';
import { startExternalServices } from './publish/external-services.ts';
import { runEngine, runBaseline, shapes, type Bench, type RunResult } from './publish/run.ts';
import { createScenarios, type Scenario } from './publish/scenarios.ts';
import { buildPreface, listFigures, toMarkdown, type Row } from './publish/table.ts';

const HELP = `How late posts go out, beside what is possible on this machine.

  --only <names>      of ${createScenarios()
    .map(({ name }) => name)
    .join(', ')}, killed
  --on <shapes>       of default, workers1, workers2, workers4
  --runs <n>          of each row (3)
  --posts <n>         in place of each scenario's own number
  --save              records the figures in recorded-figures.json
  --profile <folder>  a CPU profile of each publishing process
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    on: { type: 'string' },
    runs: { type: 'string', default: '3' },
    posts: { type: 'string' },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const WORKER_KILL_POSTS = 200;
const runs = Number(options.runs);
const posts = options.posts === undefined ? undefined : Number(options.posts);
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

/** Alternates baseline and product, so that other load on the machine affects both. */
async function runScenario(
  bench: Bench,
  scenario: Scenario,
  chosen: typeof shapes,
): Promise<Row[]> {
  const baselines = new Map<number, RunResult[]>();
  const rows = chosen.map((shape) => {
    const baseline = baselines.get(shape.processes) ?? [];
    baselines.set(shape.processes, baseline);
    const { name, title, compare } = scenario;
    const row: Row = { scenario: name, title, shape: shape.name, compare, baseline, engine: [] };
    return { row, shape };
  });
  for (let run = 1; run <= runs; run += 1) {
    for (const { row, shape } of rows) {
      const { baseline, engine } = row;
      // Shapes with the same number of processes share a baseline.
      if (baseline.length < run) baseline.push(await runBaseline(bench, scenario, shape.processes));
      engine.push(await runEngine(bench, scenario, shape));
      const [baselineRun, engineRun] = [baseline.at(-1), engine.at(-1)];
      printLine(
        `  ${scenario.name}, ${shape.name}, run ${run}: p99 ${engineRun?.lateness.p99} ms (baseline ${baselineRun?.lateness.p99})`,
      );
    }
  }
  return rows.map(({ row }) => row);
}

async function main(): Promise<void> {
  if (options.save && posts !== undefined)
    throw new Error('--save needs the whole run, without --posts');
  const only = options.only?.split(',');
  const isChosen = (name: string) => only?.includes(name) ?? true;
  const keys = options.on?.split(',');
  const chosen = shapes.filter(({ key }) => keys?.includes(key) ?? true);
  const databases = await openDatabases();
  const externalServices = await startExternalServices();
  const bench: Bench = {
    externalServices,
    databases,
    ...(options.profile === undefined ? {} : { profileDir: options.profile }),
  };
  const at = new Date();
  const rows: Row[] = [];
  let workerKill: WorkerKillResult | undefined;
  try {
    for (const scenario of createScenarios(posts).filter(({ name }) => isChosen(name))) {
      rows.push(...(await runScenario(bench, scenario, chosen)));
    }
    if (isChosen('killed')) workerKill = await runWorkerKill(bench, posts ?? WORKER_KILL_POSTS);
  } finally {
    await externalServices.close();
    await databases.close();
  }
  const command = `npm run bench:publish -- ${process.argv.slice(2).join(' ')}`;
  printLine(`\n${buildPreface({ command, runs, at })}\n\n${toMarkdown(rows, workerKill)}`);
  await reportFigures('bench:publish', rows.flatMap(listFigures), options);
}

if (options.help) printLine(HELP);
else await main();
