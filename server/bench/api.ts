import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { analyticsScenarios, analyticsSizes } from './api/analytics.ts';
import { mixedToMarkdown, runMixed, type MixedRow } from './api/mixed.ts';
import { runIn, type Row } from './api/run.ts';
import type { Size } from './api/rows.ts';
import { scenarios } from './api/scenarios.ts';
import { preface, toMarkdown } from './api/table.ts';
import { openDatabases } from './publish/databases.ts';

const HELP = `What answers of the API cost the web process, beside what is possible on this machine. Needs Linux and PostgreSQL.

  --only <names>   of ${scenarios.map(({ name }) => name).join(', ')}, logins, analytics, mixed
  --on <sizes>     of small, large; for analytics, of years, beside, year
  --quick          a tenth of the large installation, and a few requests of each kind
  --json <file>    where all figures go as well
  --profile <dir>  a CPU profile of each web process
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    on: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);

const part = options.quick ? 0.1 : 1;
/** Stored while the mixed load runs. */
const MANY_POSTS = 1_000_000;
const month = { inMonth: 1000, drafts: 30 };
/** First what takes a minute to fill. */
const sizes: Size[] = [
  { name: 'large', ofAccount: 100_000 * part, ofOthers: 900_000 * part, ...month },
  { name: 'small', ofAccount: 1000, ofOthers: 0, ...month },
];
const bounds = options.quick
  ? { warmUp: 20, sequential: 50, atOnce: 100, seconds: 2 }
  : { warmUp: 50, sequential: 300, atOnce: 1000, seconds: 3 };

async function main(): Promise<void> {
  const isChosen = (names: string | undefined, name: string) =>
    names?.split(',').includes(name) ?? true;
  const chosen = scenarios.filter(({ name }) => isChosen(options.only, name));
  const databases = await openDatabases();
  const at = new Date();
  const rows: Row[] = [];
  let mixed: MixedRow[] = [];
  try {
    const ofAnalytics = isChosen(options.only, 'analytics') ? analyticsSizes(part) : [];
    for (const size of ofAnalytics.filter(({ name }) => isChosen(options.on, name))) {
      const aside = { profileDir: options.profile, logins: false, say };
      rows.push(...(await runIn(databases, size, analyticsScenarios, bounds, aside)));
    }
    const others = chosen.length > 0 || isChosen(options.only, 'logins') ? sizes : [];
    for (const size of others.filter(({ name }) => isChosen(options.on, name))) {
      const logins = isChosen(options.only, 'logins');
      const aside = { profileDir: options.profile, logins, say };
      rows.unshift(...(await runIn(databases, size, chosen, bounds, aside)));
    }
    if (isChosen(options.only, 'mixed')) mixed = await runMixed(databases, MANY_POSTS * part, say);
  } finally {
    await databases.close();
  }
  const command = `npm run bench:api -- ${process.argv.slice(2).join(' ')}`;
  say(`\n${preface({ command, at })}\n`);
  if (rows.length > 0) say(toMarkdown(rows));
  if (mixed.length > 0) say(`\n${mixedToMarkdown(mixed)}`);
  if (options.json === undefined) return;
  await writeFile(options.json, `${JSON.stringify({ at, command, rows, mixed }, null, 2)}\n`);
}

if (options.help) say(HELP);
else await main();
