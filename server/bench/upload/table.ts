import { cpus, release } from 'node:os';
import type { HeicCost } from './heic.ts';
import { MEGABYTE, type Load, type Taken, type Way } from './run.ts';

/** All that was measured. */
export interface Figures {
  load: Pick<Load, 'uploads' | 'bytes'>;
  floor: Taken[];
  /** The floor that has each file on the disk before it answers, as the product has. */
  flushed: Taken[];
  ways: { way: Way; runs: Taken[] }[];
  heic: HeicCost | undefined;
}

/** Targets: the memory, the share of the floor's throughput, and the time for a HEIC photo. */
const MAX_MEMORY_MB = 300;
const MIN_RATIO = 0.8;
const MAX_HEIC_SECONDS = 1.5;

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const whole = (value: number) => value.toFixed(0);
const target = (words: string, isMet: boolean) => (isMet ? words : `${words}: missed`);

/** Of an even number the lower one. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

function spread(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length < 2 ? '' : ` (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/** The whole answer, as Markdown. */
export function toMarkdown({ load, floor, flushed, ways, heic }: Figures): string {
  const { uploads, bytes } = load;
  const columns = ['What', 'Measured', 'Target', 'Beside'];
  const rows = ways.flatMap(({ way, runs }) => {
    const title = `${uploads} ${way} uploads of ${whole(bytes / MEGABYTE)} MB at once`;
    return [memoryRow(title, runs), ...speedRows(way, runs, floor, flushed), cpuRow(runs, floor)];
  });
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...[...rows, ...(heic === undefined ? [] : heicRows(heic))].map(line),
  ].join('\n');
}

function memoryRow(title: string, runs: readonly Taken[]): string[] {
  const most = (of: (taken: Taken) => number) => Math.max(...runs.map(of));
  const peak = most(({ peakMb }) => peakMb);
  return [
    `${title}: peak memory of the web process`,
    `${whole(peak)} MB`,
    target(`under ${MAX_MEMORY_MB} MB`, peak < MAX_MEMORY_MB),
    `${whole(most(({ beforeMb }) => beforeMb))} MB before them; its decoders together ${whole(most(({ childrenPeakMb }) => childrenPeakMb))} MB`,
  ];
}

function speedRows(
  way: Way,
  runs: readonly Taken[],
  floor: readonly Taken[],
  flushed: readonly Taken[],
): string[][] {
  const speed = ({ megabytesPerSecond }: Taken) => megabytesPerSecond;
  const beside = (least: readonly Taken[]) => {
    const ratios = runs.flatMap((taken, run) => {
      const lowest = least[run];
      return lowest === undefined ? [] : [speed(taken) / speed(lowest)];
    });
    return {
      ratio: median(ratios),
      said: `${median(ratios).toFixed(2)}${spread(ratios, 2)}`,
      speeds: `${whole(median(runs.map(speed)))} MB/s; the floor ${whole(median(least.map(speed)))} MB/s`,
    };
  };
  const [plain, flushing] = [beside(floor), beside(flushed)];
  return [
    [
      `their throughput beside a plain stream to disk (${way})`,
      plain.said,
      target(`at least ${MIN_RATIO}`, plain.ratio >= MIN_RATIO),
      plain.speeds,
    ],
    [
      'beside one that flushes each file before it answers, as the product does',
      flushing.said,
      '',
      flushing.speeds,
    ],
  ];
}

function cpuRow(runs: readonly Taken[], floor: readonly Taken[]): string[] {
  const cpu = (all: readonly Taken[]) =>
    `${median(all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1)} s`;
  return ['CPU of the web process meanwhile', cpu(runs), '', `the floor ${cpu(floor)}`];
}

function heicRows({ fresh, again }: HeicCost): string[][] {
  const seconds = (values: readonly number[]) =>
    `${median(values).toFixed(2)} s${spread(values, 2)}`;
  const isMet = median(fresh) < MAX_HEIC_SECONDS;
  return [
    [
      `a HEIC of 12 megapixels becomes a JPEG: CPU of a fresh child, its start included`,
      seconds(fresh),
      target(`under ${MAX_HEIC_SECONDS} s`, isMet),
      `the next in the same child ${seconds(again)}; of ${fresh.length} children`,
    ],
  ];
}

/** What whoever reads the figures must know of how they came about. */
export function preface(facts: { command: string; runs: number; at: Date }): string {
  const [cpu] = cpus();
  return [
    `${facts.at.toISOString()}, Node ${process.version}, Linux ${release()}, ${cpus().length} x ${cpu?.model ?? 'CPU'}`,
    `Command: ${facts.command}`,
    '',
    `A web process (ROLE=web, PostgreSQL, media in a folder) seen from outside, by /proc every 50 ms and the`,
    `kernel's own mark. Each upload has a connection and a person of its own, and is a video that is stored`,
    `for good before it is answered: received, hashed, probed and flushed to the`,
    `disk. The floor is a server in a process of its own that streams the same bodies, from the same client,`,
    `into files on the same disk. ${facts.runs} run(s), floor and product by turns; ratios within a run, their`,
    `median; of memory the most. 1 MB is 1,048,576 bytes.`,
  ].join('\n');
}
