import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { assumptions, measuredElsewhere } from './growth/assumptions.ts';
import { calculateGrowth, calculateMeanOverTypes, type PerPost } from './growth/model.ts';
import { renderGrowthTable, renderTrialTable } from './growth/table.ts';
import { runTrial, type Trial } from './growth/trial.ts';
import { openDatabases } from './publish/databases.ts';

const HELP = `What 1,000, 100,000 and 10,000,000 accounts come to: a trial of every type counts what a post leads
to, tools/bench/growth/assumptions.ts says how people use it. Needs PostgreSQL; takes six minutes.

  --json <file>   where all figures go as well
`;
const ACCOUNTS = [1000, 100_000, 10_000_000];
/** Of these a post leaves nothing that stays for long, or its owner has one of each. */
const TRANSIENT_TABLES = new Set([
  'billing_reconciliation',
  'claim_turn',
  'idempotency_keys',
  'insight_intakes',
  'insight_turns',
  'instagram_accounts',
  'instagram_connections',
  // Counted by INSIGHTS_ROW: those of the trial are not read to their end.
  'post_insights',
  'schema_migrations',
  'status_calls',
  'status_components',
  'status_days',
  'status_turn',
  'sessions',
  'uploads',
  'users',
  'worker_heartbeats',
  'workspace_members',
  'workspaces',
]);
/** A post is read ten times, each a row's new version; what stays is one row of about so many bytes. */
const INSIGHTS_ROW = { rows: 1, bytes: 260 };
const MEDIA_TABLES = new Set(['media_files', 'post_media', 'stored_objects']);

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const printLine = (text: string) => void process.stdout.write(`${text}\n`);
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

function calculatePerPost(trial: Trial): PerPost {
  const lasting = Object.entries(trial.rows).filter(([table]) => !TRANSIENT_TABLES.has(table));
  const sumStored = (isIncluded: (table: string) => boolean) => {
    const tables = lasting.filter(([table]) => isIncluded(table));
    return {
      rows: sum(tables.map(([, count]) => count)),
      bytes: sum(tables.map(([table, count]) => count * (trial.bytes[table] ?? 0))),
    };
  };
  return {
    calls: calculateMeanOverTypes(assumptions, (type) => sum(Object.values(trial.calls[type]))),
    jobs: sum(Object.values(trial.jobs)),
    jobsFromDueTime: trial.jobsFromDueTime,
    jobBytes: trial.jobBytes,
    parts: {
      posts: sumStored((table) => !MEDIA_TABLES.has(table)),
      media: sumStored((table) => MEDIA_TABLES.has(table)),
      insights: INSIGHTS_ROW,
    },
  };
}

async function main(): Promise<void> {
  const at = new Date();
  const databases = await openDatabases();
  try {
    const trial = await runTrial(databases, printLine);
    const post = calculatePerPost(trial);
    const columns = ACCOUNTS.map((count) =>
      calculateGrowth(count, post, assumptions, measuredElsewhere),
    );
    printLine(`\n${at.toISOString()}, npm run bench:growth\n`);
    printLine(`${renderTrialTable(trial, post)}\n\n${renderGrowthTable(columns)}`);
    if (options.json === undefined) return;
    await writeFile(options.json, `${JSON.stringify({ at, trial, post, columns }, null, 2)}\n`);
  } finally {
    await databases.close();
  }
}

if (options.help) printLine(HELP);
else await main();
