import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openDatabases } from './publish/databases.ts';
import { runKilled, type KilledResult } from './publish/killed.ts';
import { startOutside } from './publish/outside.ts';
import { runEngine, runFloor, shapes, type Bench, type RunResult } from './publish/run.ts';
import { scenarios, type Scenario } from './publish/scenarios.ts';
import { preface, toMarkdown, type Row } from './publish/table.ts';

const HELP = `How late posts go out, beside what is possible on this machine.

  --only <names>      of ${scenarios()
    .map(({ name }) => name)
    .join(', ')}, killed
  --on <shapes>       of default, workers1, workers2, workers4
  --runs <n>          of each row (3)
  --posts <n>         in place of each scenario's own number
  --json <file>       where all figures go as well
  --profile <folder>  a CPU profile of each publishing process
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    on: { type: 'string' },
    runs: { type: 'string', default: '3' },
    posts: { type: 'string' },
    json: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const KILLED_POSTS = 200;
const runs = Number(options.runs);
const posts = options.posts === undefined ? undefined : Number(options.posts);
const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Floor and product take turns, so that whatever the machine does meanwhile meets both. */
async function runScenario(
  bench: Bench,
  scenario: Scenario,
  chosen: typeof shapes,
): Promise<Row[]> {
  const floors = new Map<number, RunResult[]>();
  const rows = chosen.map((shape) => {
    const floor = floors.get(shape.processes) ?? [];
    floors.set(shape.processes, floor);
    const { name, title, compare } = scenario;
    const row: Row = { scenario: name, title, on: shape.name, compare, floor, engine: [] };
    return { row, shape };
  });
  for (let run = 1; run <= runs; run += 1) {
    for (const { row, shape } of rows) {
      const { floor, engine } = row;
      // Shapes of as many processes have the same floor.
      if (floor.length < run) floor.push(await runFloor(bench, scenario, shape.processes));
      engine.push(await runEngine(bench, scenario, shape));
      const [least, ours] = [floor.at(-1), engine.at(-1)];
      say(
        `  ${scenario.name}, ${shape.name}, run ${run}: p99 ${ours?.lateness.p99} ms (floor ${least?.lateness.p99})`,
      );
    }
  }
  return rows.map(({ row }) => row);
}

async function main(): Promise<void> {
  const only = options.only?.split(',');
  const isChosen = (name: string) => only?.includes(name) ?? true;
  const keys = options.on?.split(',');
  const chosen = shapes.filter(({ key }) => keys?.includes(key) ?? true);
  const databases = await openDatabases();
  const outside = await startOutside();
  const bench: Bench = {
    outside,
    databases,
    ...(options.profile === undefined ? {} : { profileDir: options.profile }),
  };
  const at = new Date();
  const rows: Row[] = [];
  let killed: KilledResult | undefined;
  try {
    for (const scenario of scenarios(posts).filter(({ name }) => isChosen(name))) {
      rows.push(...(await runScenario(bench, scenario, chosen)));
    }
    if (isChosen('killed')) killed = await runKilled(bench, posts ?? KILLED_POSTS);
  } finally {
    await outside.close();
    await databases.close();
  }
  const command = `npm run bench:publish -- ${process.argv.slice(2).join(' ')}`;
  say(`\n${preface({ command, runs, at })}\n\n${toMarkdown(rows, killed)}`);
  if (options.json === undefined) return;
  await writeFile(options.json, `${JSON.stringify({ at, command, rows, killed }, null, 2)}\n`);
}

if (options.help) say(HELP);
else await main();
