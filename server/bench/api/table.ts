import { cpus, release } from 'node:os';
import type { Row } from './run.ts';
import type { Size } from './rows.ts';

/** What may come of an account and an installation that are a hundred and a thousand times as full. */
const MAX_GROWTH = 1.3;

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const many = new Intl.NumberFormat('en-US');
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

const columns = [
  'Request',
  'Posts of the account; of all',
  'CPU; floor',
  'Beside it',
  'p50 / p99 at 10; floor',
  'Bytes; as sent',
  'Target',
];

/** The whole answer, as Markdown. */
export function toMarkdown(rows: readonly Row[]): string {
  const growth = growthOf(rows);
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(cellsOf(row))),
    ...(growth === undefined ? [] : ['', growth]),
  ].join('\n');
}

const total = ({ ofAccount, ofOthers }: Size) => ofAccount + ofOthers;

function cellsOf({ title, size, product, floor, rawBytes, target }: Row): string[] {
  const late = ({ p50, p99 }: Row['floor']) => `${p50.toFixed(0)} / ${p99.toFixed(0)}`;
  return [
    title,
    `${many.format(size.ofAccount)}; ${many.format(total(size))}`,
    `${product.cpuMs.toFixed(2)}; ${floor.cpuMs.toFixed(2)} ms`,
    `${(product.cpuMs / floor.cpuMs).toFixed(2)} x`,
    Number.isNaN(product.p99) ? '' : `${late(product)}; ${late(floor)} ms`,
    `${kilobytes(rawBytes)}; ${kilobytes(product.bytes)}`,
    targetOf(target, product),
  ];
}

function targetOf(target: Row['target'], { cpuMs, p99 }: Row['product']): string {
  if (target === undefined) return '';
  const { cpuMs: most, p99: latest = Number.POSITIVE_INFINITY } = target;
  const words = [
    `at most ${most} ms`,
    ...(Number.isFinite(latest) ? [`p99 under ${latest} ms`] : []),
  ];
  return `${words.join(', ')}${cpuMs <= most && p99 < latest ? '' : ': missed'}`;
}

/** The month in the fullest installation beside the emptiest. */
function growthOf(rows: readonly Row[]): string | undefined {
  const months = rows.filter(({ scenario }) => scenario === 'month');
  const [least, most] = [months[0], months.at(-1)];
  if (least === undefined || most === undefined || least === most) return undefined;
  const ratios = [
    most.product.cpuMs / least.product.cpuMs,
    most.product.p50 / least.product.p50,
    most.product.p99 / least.product.p99,
  ];
  const [cpu, p50, p99] = ratios.map((ratio) => ratio.toFixed(2));
  const met = ratios.every((ratio) => ratio <= MAX_GROWTH) ? '' : ': missed';
  return `The month with ${many.format(total(most.size))} posts beside ${many.format(total(least.size))}: CPU ${cpu}, p50 ${p50}, p99 ${p99} (target: at most ${MAX_GROWTH}${met}).`;
}

/** What whoever reads the figures must know of how they came about. */
export function preface(facts: { command: string; at: Date }): string {
  const [cpu] = cpus();
  return [
    `${facts.at.toISOString()}, Node ${process.version}, Linux ${release()}, ${cpus().length} x ${cpu?.model ?? 'CPU'}`,
    `Command: ${facts.command}`,
    '',
    `A web process (ROLE=web, PostgreSQL) over HTTP, seen from outside. CPU is the process's own, user and`,
    `system, per request, one after the other; p50 and p99 with 10 under way all the time, client and`,
    `database on the same cores. The floor is a process that sends the bare statements through the same`,
    `driver and writes the object of the same answer with JSON.stringify. A post is made of a picture that`,
    `a resumable upload brought before: its file's row is there, nothing is received or decoded.`,
  ].join('\n');
}
