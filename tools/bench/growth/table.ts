import { assumptions } from './assumptions.ts';
import { parts, type Growth, type PerPost } from './model.ts';
import type { Trial } from './trial.ts';

const wholeFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const shortFormat = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

type TableLine = [name: string, of: (growth: Growth) => string];

const lines: TableLine[] = [
  ['Posts a month', ({ postsAMonth }) => wholeFormat.format(postsAMonth)],
  ['Posts at 18:00 of the busiest day', ({ postsAtSix }) => wholeFormat.format(postsAtSix)],
  [
    'Publish calls a second, out in 10 s',
    ({ publishASecond }) => shortFormat.format(publishASecond),
  ],
  ['Workers, one spare', ({ workers }) => wholeFormat.format(workers)],
  ['Jobs a second at 17:30', ({ prepareJobsASecond }) => shortFormat.format(prepareJobsASecond)],
  ['Jobs a second at 18:00', (growth) => shortFormat.format(growth.jobsASecondAtSix)],
  [
    'Graph calls a second at 17:30',
    (growth) => shortFormat.format(growth.graphCallsASecondAtHalfPastFive),
  ],
  ['Readings of insights a day', ({ insightReadsADay }) => wholeFormat.format(insightReadsADay)],
  ['Graph calls a day', ({ graphCallsADay }) => wholeFormat.format(graphCallsADay)],
  ...parts.map((part): TableLine => [
    `Rows of a year: ${part}`,
    ({ rowsAYear, gbAYear }) =>
      `${wholeFormat.format(rowsAYear[part])} (${shortFormat.format(gbAYear[part])} GB)`,
  ]),
  [
    'Rows of jobs in the busiest hour',
    ({ retainedJobs, jobsGb }) =>
      `${wholeFormat.format(retainedJobs)} (${shortFormat.format(jobsGb)} GB)`,
  ],
  ['Database of a year', ({ databaseGbAYear }) => `${shortFormat.format(databaseGbAYear)} GB`],
  [
    `Media of ${assumptions.monthsOfMedia} months`,
    ({ mediaTb }) => `${shortFormat.format(mediaTb)} TB`,
  ],
  ['Requests a second', ({ requestsASecond }) => shortFormat.format(requestsASecond)],
  ['Web processes, one spare', ({ webProcesses }) => wholeFormat.format(webProcesses)],
  ['Machines, US$ a month', ({ cost }) => wholeFormat.format(cost.machines)],
  ['Database, US$ a month', ({ cost }) => wholeFormat.format(cost.database)],
  ['Media, US$ a month', ({ cost }) => wholeFormat.format(cost.media)],
];

/** What an installation comes to, a column each. */
export const renderGrowthTable = (columns: readonly Growth[]): string =>
  [
    formatRow(['', ...columns.map(({ accounts }) => `${wholeFormat.format(accounts)} accounts`)]),
    formatRow(['---', ...columns.map(() => '---:')]),
    ...lines.map(([name, of]) => formatRow([name, ...columns.map(of)])),
  ].join('\n');

/** What the trial has counted, per post. */
export function renderTrialTable({ calls, jobs, rows, bytes }: Trial, post: PerPost): string {
  const sum = (of: 'rows' | 'bytes') =>
    parts.reduce((total, part) => total + post.parts[part][of], 0);
  const types = Object.keys(calls) as (keyof Trial['calls'])[]; // of a record by type
  const callPaths = [...new Set(types.flatMap((type) => Object.keys(calls[type])))].sort();
  const formatNumber = (value: number | undefined) =>
    value === undefined ? '' : shortFormat.format(value);
  return [
    formatRow(['Graph call', ...types]),
    formatRow(['---', ...types.map(() => '---:')]),
    ...callPaths.map((shape) =>
      formatRow([`\`${shape}\``, ...types.map((type) => formatNumber(calls[type][shape]))]),
    ),
    '',
    formatRow(['Queue', 'Jobs per post']),
    formatRow(['---', '---:']),
    ...Object.entries(jobs).map(([name, count]) => formatRow([name, formatNumber(count)])),
    '',
    formatRow(['Table', 'Rows per post', 'Bytes of a row, its index entries among them']),
    formatRow(['---', '---:', '---:']),
    ...Object.entries(rows).map(([name, count]) =>
      formatRow([name, formatNumber(count), wholeFormat.format(bytes[name] ?? 0)]),
    ),
    '',
    `A post: ${shortFormat.format(post.calls)} Graph calls, ${shortFormat.format(post.jobs)} jobs (${shortFormat.format(post.jobsFromDueTime)} from its hour on), ${shortFormat.format(sum('rows'))} rows that stay, ${wholeFormat.format(sum('bytes'))} bytes.`,
  ].join('\n');
}
