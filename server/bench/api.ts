import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runIn, type Row } from './api/run.ts';
import type { Size } from './api/rows.ts';
import { scenarios } from './api/scenarios.ts';
import { preface, toMarkdown } from './api/table.ts';
import { openDatabases } from './publish/databases.ts';

const HELP = `What answers of the API cost the web process, beside what is possible on this machine. Needs Linux and PostgreSQL.

  --only <names>   of ${scenarios.map(({ name }) => name).join(', ')}, logins
  --on <sizes>     of small, large
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
  const databases = await openDatabases(new Set(['postgres']));
  const at = new Date();
  const rows: Row[] = [];
  try {
    if (!databases.hasPostgres)
      throw new Error('No PostgreSQL answers, and a web process needs it.');
    for (const size of sizes.filter(({ name }) => isChosen(options.on, name))) {
      const logins = isChosen(options.only, 'logins');
      const aside = { profileDir: options.profile, logins, say };
      rows.unshift(...(await runIn(databases, size, chosen, bounds, aside)));
    }
  } finally {
    await databases.close();
  }
  const command = `npm run bench:api -- ${process.argv.slice(2).join(' ')}`;
  say(`\n${preface({ command, at })}\n\n${toMarkdown(rows)}`);
  if (options.json === undefined) return;
  await writeFile(options.json, `${JSON.stringify({ at, command, rows }, null, 2)}\n`);
}

if (options.help) say(HELP);
else await main();
