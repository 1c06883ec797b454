import { assumptions } from './assumptions.ts';
import { parts, type Growth, type PerPost } from './model.ts';
import type { Trial } from './trial.ts';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

type Line = [name: string, of: (growth: Growth) => string];

const lines: Line[] = [
  ['Posts a month', ({ postsAMonth }) => whole.format(postsAMonth)],
  ['Posts at 18:00 of the busiest day', ({ postsAtSix }) => whole.format(postsAtSix)],
  ['Publish calls a second, out in 10 s', ({ publishASecond }) => short.format(publishASecond)],
  ['Workers, one spare', ({ workers }) => whole.format(workers)],
  ['Jobs a second at 17:30', ({ prepareJobsASecond }) => short.format(prepareJobsASecond)],
  ['Jobs a second at 18:00', (growth) => short.format(growth.jobsASecondAtSix)],
  [
    'Graph calls a second at 17:30',
    (growth) => short.format(growth.graphCallsASecondAtHalfPastFive),
  ],
  ['Readings of insights a day', ({ readingsADay }) => whole.format(readingsADay)],
  ['Graph calls a day', ({ graphCallsADay }) => whole.format(graphCallsADay)],
  ...parts.map((part): Line => [
    `Rows of a year: ${part}`,
    ({ rowsAYear, gbAYear }) =>
      `${whole.format(rowsAYear[part])} (${short.format(gbAYear[part])} GB)`,
  ]),
  [
    'Rows of jobs in the busiest hour',
    ({ jobsKept, jobsGb }) => `${whole.format(jobsKept)} (${short.format(jobsGb)} GB)`,
  ],
  ['Database of a year', ({ databaseGbAYear }) => `${short.format(databaseGbAYear)} GB`],
  [`Media of ${assumptions.monthsOfMedia} months`, ({ mediaTb }) => `${short.format(mediaTb)} TB`],
  ['Requests a second', ({ requestsASecond }) => short.format(requestsASecond)],
  ['Web processes, one spare', ({ webProcesses }) => whole.format(webProcesses)],
  ['Machines, US$ a month', ({ cost }) => whole.format(cost.machines)],
  ['Database, US$ a month', ({ cost }) => whole.format(cost.database)],
  ['Media, US$ a month', ({ cost }) => whole.format(cost.media)],
];

/** What an installation comes to, a column each. */
export const growthTable = (columns: readonly Growth[]): string =>
  [
    line(['', ...columns.map(({ accounts }) => `${whole.format(accounts)} accounts`)]),
    line(['---', ...columns.map(() => '---:')]),
    ...lines.map(([name, of]) => line([name, ...columns.map(of)])),
  ].join('\n');

/** What the trial has counted, per post. */
export function trialTable({ calls, jobs, rows, bytes }: Trial, post: PerPost): string {
  const sum = (of: 'rows' | 'bytes') =>
    parts.reduce((total, part) => total + post.parts[part][of], 0);
  const types = Object.keys(calls) as (keyof Trial['calls'])[]; // of a record by type
  const shapes = [...new Set(types.flatMap((type) => Object.keys(calls[type])))].sort();
  const number = (value: number | undefined) => (value === undefined ? '' : short.format(value));
  return [
    line(['Graph call', ...types]),
    line(['---', ...types.map(() => '---:')]),
    ...shapes.map((shape) =>
      line([`\`${shape}\``, ...types.map((type) => number(calls[type][shape]))]),
    ),
    '',
    line(['Queue', 'Jobs per post']),
    line(['---', '---:']),
    ...Object.entries(jobs).map(([name, count]) => line([name, number(count)])),
    '',
    line(['Table', 'Rows per post', 'Bytes of a row, its index entries among them']),
    line(['---', '---:', '---:']),
    ...Object.entries(rows).map(([name, count]) =>
      line([name, number(count), whole.format(bytes[name] ?? 0)]),
    ),
    '',
    `A post: ${short.format(post.calls)} Graph calls, ${short.format(post.jobs)} jobs (${short.format(post.jobsFromTheHour)} from its hour on), ${short.format(sum('rows'))} rows that stay, ${whole.format(sum('bytes'))} bytes.`,
  ].join('\n');
}
