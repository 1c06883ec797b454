import { parseArgs } from 'node:util';
import { analyticsScenarios, analyticsSizes } from './api/analytics.ts';
import { mixedToMarkdown, runMixed, type MixedRow } from './api/mixed.ts';
import { runInInstallation, type Row } from './api/run.ts';
import type { Size } from './api/rows.ts';
import { scenarios } from './api/scenarios.ts';
import { buildPreface, toMarkdown } from './api/table.ts';
import { reportFigures, type Figure } from './recorded-figures.ts';
import { openDatabases } from './publish/databases.ts';

const HELP = `What answers of the API cost the web process, beside what is possible on this machine. Needs Linux and PostgreSQL.

  --only <names>   of ${scenarios.map(({ name }) => name).join(', ')}, logins, analytics, mixed
  --on <sizes>     of small, large; for analytics, of years, beside, year
  --quick          a tenth of the large installation, and a few requests of each kind
  --save           records the figures in recorded-figures.json
  --profile <dir>  a CPU profile of each web process
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    on: { type: 'string' },
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

const scale = options.quick ? 0.1 : 1;
const MIXED_POSTS = 1_000_000;
const month = { postsInMonth: 1000, drafts: 30 };
const sizes: Size[] = [
  { name: 'large', ownPosts: 100_000 * scale, otherPosts: 900_000 * scale, ...month },
  { name: 'small', ownPosts: 1000, otherPosts: 0, ...month },
];
const limits = options.quick
  ? { warmUp: 20, sequential: 50, atOnce: 100, seconds: 2 }
  : { warmUp: 50, sequential: 300, atOnce: 1000, seconds: 3 };

async function main(): Promise<void> {
  if (options.save && options.quick) throw new Error('--save needs the whole run, without --quick');
  const isChosen = (names: string | undefined, name: string) =>
    names?.split(',').includes(name) ?? true;
  const chosen = scenarios.filter(({ name }) => isChosen(options.only, name));
  const databases = await openDatabases();
  const at = new Date();
  const rows: Row[] = [];
  let mixed: MixedRow[] = [];
  try {
    const chosenSizes = isChosen(options.only, 'analytics') ? analyticsSizes(scale) : [];
    for (const size of chosenSizes.filter(({ name }) => isChosen(options.on, name))) {
      const extras = { profileDir: options.profile, logins: false, printLine };
      rows.push(...(await runInInstallation(databases, size, analyticsScenarios, limits, extras)));
    }
    const generalSizes = chosen.length > 0 || isChosen(options.only, 'logins') ? sizes : [];
    for (const size of generalSizes.filter(({ name }) => isChosen(options.on, name))) {
      const logins = isChosen(options.only, 'logins');
      const extras = { profileDir: options.profile, logins, printLine };
      rows.unshift(...(await runInInstallation(databases, size, chosen, limits, extras)));
    }
    if (isChosen(options.only, 'mixed'))
      mixed = await runMixed(databases, MIXED_POSTS * scale, printLine);
  } finally {
    await databases.close();
  }
  const command = `npm run bench:api -- ${process.argv.slice(2).join(' ')}`;
  printLine(`\n${buildPreface({ command, at })}\n`);
  if (rows.length > 0) printLine(toMarkdown(rows));
  if (mixed.length > 0) printLine(`\n${mixedToMarkdown(mixed)}`);
  await reportFigures('bench:api', rows.map(toFigure), options);
}

const toFigure = ({ title, size, product, baseline }: Row): Figure => ({
  name: `${title}, ${size.name}: CPU beside the baseline`,
  value: product.cpuMs / baseline.cpuMs,
  unit: 'x',
});

if (options.help) printLine(HELP);
else await main();
