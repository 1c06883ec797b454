import { cpus } from 'node:os';
import { PUBLISH_CALLS_PER_ACCOUNT } from '@pontual/server/instagram/graph/call-limiter.ts';
import type { WorkerKillResult } from './worker-kill.ts';
import type { Figure } from '../recorded-figures.ts';
import { DEFAULT_SHAPE, type RunResult } from './run.ts';
import { medianRun, type Percentiles } from './statistics.ts';

export interface Row {
  scenario: string;
  title: string;
  shape: string;
  compare: 'difference' | 'ratio';
  baseline: RunResult[];
  engine: RunResult[];
}

const formatWhole = (value: number) => value.toFixed(0);
const formatPercentiles = ({ p50, p95, p99, max }: Percentiles) =>
  [p50, p95, p99, max].map(formatWhole).join(' / ');

const columns = [
  'Scenario',
  'On',
  'Baseline p50 / p95 / p99 / max',
  'Pontual p50 / p95 / p99 / max',
  'p99 beside the baseline',
  'p99 of the runs, baseline; Pontual',
  'CPU per post, baseline; Pontual',
  'Peak RSS; at the start',
  'Missing, twice',
];

export function toMarkdown(rows: readonly Row[], workerKill: WorkerKillResult | undefined): string {
  const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    formatRow(columns),
    formatRow(columns.map(() => '---')),
    ...rows.map((row) => formatRow(buildCells(row))),
  ];
  return [
    ...(rows.length === 0
      ? []
      : [...table, '', ...rows.flatMap(listDetails), ...listSpeedups(rows)]),
    ...(workerKill === undefined ? [] : ['', formatWorkerKill(workerKill)]),
  ].join('\n');
}

function buildCells({ title, shape, compare, baseline, engine }: Row): string[] {
  const [baselineRun, engineRun] = [medianRun(baseline), medianRun(engine)];
  if (baselineRun === undefined || engineRun === undefined) return [title, shape];
  const [low, high] = [baselineRun.lateness.p99, engineRun.lateness.p99];
  const formatSpread = (runs: readonly RunResult[]) => {
    const all = runs.map(({ lateness }) => lateness.p99);
    return `${formatWhole(Math.min(...all))}-${formatWhole(Math.max(...all))}`;
  };
  const sumOver = (of: (run: RunResult) => number) =>
    engine.reduce((total, run) => total + of(run), 0);
  return [
    title,
    shape,
    formatPercentiles(baselineRun.lateness),
    formatPercentiles(engineRun.lateness),
    compare === 'ratio'
      ? `${(high / low).toFixed(2)} x`
      : `${high < low ? '' : '+'}${formatWhole(high - low)} ms`,
    `${formatSpread(baseline)}; ${formatSpread(engine)}`,
    `${baselineRun.cpuMsPerPost.toFixed(2)}; ${engineRun.cpuMsPerPost.toFixed(2)} ms`,
    `${formatWhole(engineRun.peakRssMb)}; ${formatWhole(engineRun.startPeakMb)} MB`,
    `${sumOver(({ missing }) => missing)}, ${sumOver(({ duplicates }) => duplicates)}`,
  ];
}

function listDetails({ title, shape, baseline, engine }: Row): string[] {
  const [baselineRun, engineRun] = [medianRun(baseline), medianRun(engine)];
  return Object.entries(engineRun?.otherGroups ?? {}).map(([name, late]) => {
    const baselineGroup = baselineRun?.otherGroups[name];
    return `- ${title}, ${shape}, ${name}: ${formatPercentiles(late)}${baselineGroup === undefined ? '' : ` (baseline ${formatPercentiles(baselineGroup)})`}`;
  });
}

function listSpeedups(rows: readonly Row[]): string[] {
  const bursts = rows.filter(
    ({ compare, shape }) => compare === 'ratio' && shape !== DEFAULT_SHAPE.name,
  );
  return [...Map.groupBy(bursts, ({ scenario }) => scenario).values()].flatMap(([one, ...more]) => {
    const singleMax = one === undefined ? undefined : medianRun(one.engine)?.lateness.max;
    return more.flatMap(({ title, shape, engine }) => {
      const severalMax = medianRun(engine)?.lateness.max;
      if (singleMax === undefined || severalMax === undefined) return [];
      return [
        `- ${title}, ${shape}: ${(singleMax / severalMax).toFixed(2)} times as fast as ${one?.shape}`,
      ];
    });
  });
}

function formatWorkerKill(workerKill: WorkerKillResult): string {
  const formatSeconds = (ms: number | null) =>
    ms === null ? 'none' : `${(ms / 1000).toFixed(1)} s`;
  return [
    `Killed: PostgreSQL, 2 workers, ${workerKill.posts} posts over 20 s, one worker killed (-9) in the middle.`,
    `Published ${workerKill.published}, twice ${workerKill.duplicates}. Latest of other accounts:`,
    `${formatSeconds(workerKill.otherAccountsMaxMs)}; of the accounts for which it was publishing:`,
    `${formatSeconds(workerKill.sameAccountsMaxMs)}; of the ${workerKill.victimClaimed} in its hands:`,
    `${formatSeconds(workerKill.victimMaxMs)} (by the database's published_at).`,
  ].join(' ');
}

export function listFigures({ title, shape, baseline, engine }: Row): Figure[] {
  const [baselineRun, engineRun] = [medianRun(baseline), medianRun(engine)];
  if (baselineRun === undefined || engineRun === undefined) return [];
  return [
    {
      name: `${title}, ${shape}: p99 beside the baseline`,
      value: engineRun.lateness.p99 / baselineRun.lateness.p99,
      unit: 'x',
    },
  ];
}

export function buildPreface(facts: { command: string; runs: number; at: Date }): string {
  const [cpu] = cpus();
  return [
    `${facts.at.toISOString()}, Node ${process.version}, ${cpus().length} x ${cpu?.model ?? 'CPU'}`,
    `Command: ${facts.command}`,
    '',
    `Lateness in ms: arrival of the answer of media_publish in the process that publishes, less the`,
    `scheduled time; the sandbox answers after 50 ms. The baseline is measured in the same way: plain`,
    `timers, no database, the same HTTP call, 500 in flight per process, ${PUBLISH_CALLS_PER_ACCOUNT} per account. Median of`,
    `${facts.runs} run(s) by p99. CPU of the publishing processes from 3 s before the first instant until`,
    `the last outcome is written (PostgreSQL's own not counted); RSS of the largest`,
    `in that time, and before it, when it started.`,
  ].join('\n');
}
