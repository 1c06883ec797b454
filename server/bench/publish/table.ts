import { cpus } from 'node:os';
import { PUBLISH_CALLS_PER_ACCOUNT } from '../../src/instagram/instagram.turns.ts';
import type { KilledResult } from './killed.ts';
import { DEFAULT, type RunResult } from './run.ts';
import { medianRun, type Percentiles } from './statistics.ts';

/** One line of the table: all runs of both sides. */
export interface Row {
  scenario: string;
  title: string;
  on: string;
  compare: 'difference' | 'ratio';
  floor: RunResult[];
  engine: RunResult[];
}

const whole = (value: number) => value.toFixed(0);
const four = ({ p50, p95, p99, max }: Percentiles) => [p50, p95, p99, max].map(whole).join(' / ');

const columns = [
  'Scenario',
  'On',
  'Floor p50 / p95 / p99 / max',
  'Pontual p50 / p95 / p99 / max',
  'p99 beside the floor',
  'p99 of the runs, floor; Pontual',
  'CPU per post, floor; Pontual',
  'Peak RSS; at the start',
  'Missing, twice',
];

/** The whole answer, as Markdown. */
export function toMarkdown(rows: readonly Row[], killed: KilledResult | undefined): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(cells(row))),
  ];
  return [
    ...(rows.length === 0 ? [] : [...table, '', ...rows.flatMap(asides), ...speeds(rows)]),
    ...(killed === undefined ? [] : ['', killedText(killed)]),
  ].join('\n');
}

function cells({ title, on, compare, floor, engine }: Row): string[] {
  const [least, ours] = [medianRun(floor), medianRun(engine)];
  if (least === undefined || ours === undefined) return [title, on];
  const [low, high] = [least.lateness.p99, ours.lateness.p99];
  const spread = (runs: readonly RunResult[]) => {
    const all = runs.map(({ lateness }) => lateness.p99);
    return `${whole(Math.min(...all))}-${whole(Math.max(...all))}`;
  };
  const sum = (of: (run: RunResult) => number) => engine.reduce((total, run) => total + of(run), 0);
  return [
    title,
    on,
    four(least.lateness),
    four(ours.lateness),
    compare === 'ratio'
      ? `${(high / low).toFixed(2)} x`
      : `${high < low ? '' : '+'}${whole(high - low)} ms`,
    `${spread(floor)}; ${spread(engine)}`,
    `${least.cpuMsPerPost.toFixed(2)}; ${ours.cpuMsPerPost.toFixed(2)} ms`,
    `${whole(ours.peakRssMb)}; ${whole(ours.startPeakMb)} MB`,
    `${sum(({ missing }) => missing)}, ${sum(({ twice }) => twice)}`,
  ];
}

/** What a row says besides: each type of post, or the one account beside the others. */
function asides({ title, on, floor, engine }: Row): string[] {
  const [least, ours] = [medianRun(floor), medianRun(engine)];
  return Object.entries(ours?.beside ?? {}).map(([name, late]) => {
    const lowest = least?.beside[name];
    return `- ${title}, ${on}, ${name}: ${four(late)}${lowest === undefined ? '' : ` (floor ${four(lowest)})`}`;
  });
}

/** How much sooner the last post of a burst is out with several workers than with one. */
function speeds(rows: readonly Row[]): string[] {
  const bursts = rows.filter(({ compare, on }) => compare === 'ratio' && on !== DEFAULT.name);
  return [...Map.groupBy(bursts, ({ scenario }) => scenario).values()].flatMap(([one, ...more]) => {
    const alone = one === undefined ? undefined : medianRun(one.engine)?.lateness.max;
    return more.flatMap(({ title, on, engine }) => {
      const beside = medianRun(engine)?.lateness.max;
      if (alone === undefined || beside === undefined) return [];
      return [`- ${title}, ${on}: ${(alone / beside).toFixed(2)} times as fast as ${one?.on}`];
    });
  });
}

function killedText(killed: KilledResult): string {
  const seconds = (ms: number | null) => (ms === null ? 'none' : `${(ms / 1000).toFixed(1)} s`);
  return [
    `Killed: PostgreSQL, 2 workers, ${killed.posts} posts over 20 s, one worker killed (-9) in the middle.`,
    `Published ${killed.published}, twice ${killed.twice}. Latest of those not in its hands:`,
    `${seconds(killed.othersMaxMs)}; of the ${killed.inItsHands} in its hands:`,
    `${seconds(killed.inItsHandsMaxMs)} (by the database's published_at).`,
  ].join(' ');
}

/** What whoever reads the figures must know of how they came about. */
export function preface(facts: { command: string; runs: number; at: Date }): string {
  const [cpu] = cpus();
  return [
    `${facts.at.toISOString()}, Node ${process.version}, ${cpus().length} x ${cpu?.model ?? 'CPU'}`,
    `Command: ${facts.command}`,
    '',
    `Lateness in ms: arrival of the answer of media_publish in the process that publishes, less the`,
    `scheduled time; the sandbox answers after 50 ms. The floor is measured in the same way: plain`,
    `timers, no database, the same HTTP call, 500 in flight per process, ${PUBLISH_CALLS_PER_ACCOUNT} per account. Median of`,
    `${facts.runs} run(s) by p99. CPU of the publishing processes from 3 s before the first instant until`,
    `the last outcome is kept (PostgreSQL's own not counted); RSS of the largest`,
    `in that time, and before it, when it started.`,
  ].join('\n');
}
