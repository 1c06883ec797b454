import { cpus, release } from 'node:os';
import type { Figure } from '../recorded-figures.ts';
import type { HeicCost } from './heic.ts';
import { MEGABYTE, type Load, type RunMeasurement, type UploadMethod } from './run.ts';

export interface Figures {
  load: Pick<Load, 'uploads' | 'bytes'>;
  baseline: RunMeasurement[];
  /** The baseline that writes each file to the disk before it responds, as the product does. */
  flushedBaseline: RunMeasurement[];
  methods: { way: UploadMethod; runs: RunMeasurement[] }[];
  heic: HeicCost | undefined;
}

/** Targets: the memory in MB, the share of the throughput of the baseline, and the time of a HEIC photo. */
const MAX_MEMORY_MB = 300;
const MIN_RATIO = 0.8;
const MAX_HEIC_SECONDS = 1.5;

const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const formatWhole = (value: number) => value.toFixed(0);
const formatTarget = (text: string, isMet: boolean) => (isMet ? text : `${text}: missed`);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

function formatSpread(values: readonly number[], digits: number): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return values.length < 2 ? '' : ` (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
}

export function toMarkdown({ load, baseline, flushedBaseline, methods, heic }: Figures): string {
  const { uploads, bytes } = load;
  const columns = ['What', 'Measured', 'Target', 'Beside'];
  const rows = methods.flatMap(({ way, runs }) => {
    const title = `${uploads} ${way} uploads of ${formatWhole(bytes / MEGABYTE)} MB at once`;
    return [
      buildMemoryRow(title, runs),
      ...buildSpeedRows(way, runs, baseline, flushedBaseline),
      buildCpuRow(runs, baseline),
    ];
  });
  return [
    formatRow(columns),
    formatRow(columns.map(() => '---')),
    ...[...rows, ...(heic === undefined ? [] : buildHeicRows(heic))].map(formatRow),
  ].join('\n');
}

function buildMemoryRow(title: string, runs: readonly RunMeasurement[]): string[] {
  const maxOf = (of: (taken: RunMeasurement) => number) => Math.max(...runs.map(of));
  const peak = maxOf(({ peakMb }) => peakMb);
  return [
    `${title}: peak memory of the web process`,
    `${formatWhole(peak)} MB`,
    formatTarget(`under ${MAX_MEMORY_MB} MB`, peak < MAX_MEMORY_MB),
    `${formatWhole(maxOf(({ beforeMb }) => beforeMb))} MB before them; its decoders together ${formatWhole(maxOf(({ childrenPeakMb }) => childrenPeakMb))} MB`,
  ];
}

function buildSpeedRows(
  way: UploadMethod,
  runs: readonly RunMeasurement[],
  baseline: readonly RunMeasurement[],
  flushedBaseline: readonly RunMeasurement[],
): string[][] {
  const getSpeed = ({ megabytesPerSecond }: RunMeasurement) => megabytesPerSecond;
  const compareWith = (baselineRuns: readonly RunMeasurement[]) => {
    const ratios = runs.flatMap((taken, run) => {
      const baselineRun = baselineRuns[run];
      return baselineRun === undefined ? [] : [getSpeed(taken) / getSpeed(baselineRun)];
    });
    return {
      ratio: median(ratios),
      text: `${median(ratios).toFixed(2)}${formatSpread(ratios, 2)}`,
      speeds: `${formatWhole(median(runs.map(getSpeed)))} MB/s; the baseline ${formatWhole(median(baselineRuns.map(getSpeed)))} MB/s`,
    };
  };
  const [plain, flushing] = [compareWith(baseline), compareWith(flushedBaseline)];
  return [
    [
      `their throughput beside a plain stream to disk (${way})`,
      plain.text,
      formatTarget(`at least ${MIN_RATIO}`, plain.ratio >= MIN_RATIO),
      plain.speeds,
    ],
    [
      'beside one that flushes each file before it answers, as the product does',
      flushing.text,
      '',
      flushing.speeds,
    ],
  ];
}

function buildCpuRow(
  runs: readonly RunMeasurement[],
  baseline: readonly RunMeasurement[],
): string[] {
  const cpu = (all: readonly RunMeasurement[]) =>
    `${median(all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1)} s`;
  return ['CPU of the web process meanwhile', cpu(runs), '', `the baseline ${cpu(baseline)}`];
}

function buildHeicRows({ first, second }: HeicCost): string[][] {
  const formatSeconds = (values: readonly number[]) =>
    `${median(values).toFixed(2)} s${formatSpread(values, 2)}`;
  const isMet = median(first) < MAX_HEIC_SECONDS;
  return [
    [
      `a HEIC of 12 megapixels becomes a JPEG: CPU of a fresh child, its start included`,
      formatSeconds(first),
      formatTarget(`under ${MAX_HEIC_SECONDS} s`, isMet),
      `the next in the same child ${formatSeconds(second)}; of ${first.length} children`,
    ],
  ];
}

export function listFigures({ baseline, methods, heic }: Figures): Figure[] {
  const speedOf = (runs: readonly RunMeasurement[]) =>
    median(runs.map(({ megabytesPerSecond }) => megabytesPerSecond));
  return [
    ...methods.flatMap(({ way, runs }): Figure[] => [
      {
        name: `${way} uploads: peak memory`,
        value: Math.max(...runs.map(({ peakMb }) => peakMb)),
        unit: 'MB',
      },
      {
        name: `${way} uploads: time beside a plain stream to disk`,
        value: speedOf(baseline) / speedOf(runs),
        unit: 'x',
      },
    ]),
    ...(heic === undefined
      ? []
      : [{ name: 'HEIC photo: CPU', value: median(heic.first), unit: 's' } as const]),
  ];
}

export function buildPreface(facts: { command: string; runs: number; at: Date }): string {
  const [cpu] = cpus();
  return [
    `${facts.at.toISOString()}, Node ${process.version}, Linux ${release()}, ${cpus().length} x ${cpu?.model ?? 'CPU'}`,
    `Command: ${facts.command}`,
    '',
    `A web process (ROLE=web, PostgreSQL, media in a folder) seen from outside, by /proc every 50 ms and the`,
    `kernel's own mark. Each upload has a connection and a person of its own, and is a video that is stored`,
    `for good before it is answered: received, hashed, probed and flushed to the`,
    `disk. The baseline is a server in a process of its own that streams the same bodies, from the same client,`,
    `into files on the same disk. ${facts.runs} run(s), baseline and product by turns; ratios within a run, their`,
    `median; of memory the most. 1 MB is 1,048,576 bytes.`,
  ].join('\n');
}
