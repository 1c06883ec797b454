import { cpus, release } from 'node:os';
import type { Row } from './run.ts';
import type { Size } from './rows.ts';

/** Cost ratio of the fullest to the emptiest installation (100 times per account, 1000 times in total). */
const MAX_GROWTH = 1.3;

const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const numberFormat = new Intl.NumberFormat('en-US');
const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

const columns = [
  'Request',
  'Posts of the account; of all',
  'CPU; baseline',
  'Beside it',
  'p50 / p99 at 10; baseline',
  'Bytes; as sent',
  'Target',
];

export function toMarkdown(rows: readonly Row[]): string {
  const growth = formatGrowth(rows);
  return [
    formatRow(columns),
    formatRow(columns.map(() => '---')),
    ...rows.map((row) => formatRow(buildCells(row))),
    ...(growth === undefined ? [] : ['', growth]),
  ].join('\n');
}

const countPosts = ({ ownPosts, otherPosts }: Size) => ownPosts + otherPosts;

function buildCells({ title, size, product, baseline, rawBytes, target }: Row): string[] {
  const formatLatency = ({ p50, p99 }: Row['baseline']) => `${p50.toFixed(0)} / ${p99.toFixed(0)}`;
  return [
    title,
    `${numberFormat.format(size.ownPosts)}; ${numberFormat.format(countPosts(size))}`,
    `${product.cpuMs.toFixed(2)}; ${baseline.cpuMs.toFixed(2)} ms`,
    `${(product.cpuMs / baseline.cpuMs).toFixed(2)} x`,
    Number.isNaN(product.p99) ? '' : `${formatLatency(product)}; ${formatLatency(baseline)} ms`,
    `${formatKilobytes(rawBytes)}; ${formatKilobytes(product.bytes)}`,
    formatTarget(target, product),
  ];
}

function formatTarget(target: Row['target'], { cpuMs, p99 }: Row['product']): string {
  if (target === undefined) return '';
  const { cpuMs: most, p99: latest = Number.POSITIVE_INFINITY } = target;
  const parts = [
    `at most ${most} ms`,
    ...(Number.isFinite(latest) ? [`p99 under ${latest} ms`] : []),
  ];
  return `${parts.join(', ')}${cpuMs <= most && p99 < latest ? '' : ': missed'}`;
}

function formatGrowth(rows: readonly Row[]): string | undefined {
  const months = rows.filter(({ scenario }) => scenario === 'month');
  const [smallest, largest] = [months[0], months.at(-1)];
  if (smallest === undefined || largest === undefined || smallest === largest) return undefined;
  const ratios = [
    largest.product.cpuMs / smallest.product.cpuMs,
    largest.product.p50 / smallest.product.p50,
    largest.product.p99 / smallest.product.p99,
  ];
  const [cpu, p50, p99] = ratios.map((ratio) => ratio.toFixed(2));
  const verdict = ratios.every((ratio) => ratio <= MAX_GROWTH) ? '' : ': missed';
  return `The month with ${numberFormat.format(countPosts(largest.size))} posts beside ${numberFormat.format(countPosts(smallest.size))}: CPU ${cpu}, p50 ${p50}, p99 ${p99} (target: at most ${MAX_GROWTH}${verdict}).`;
}

export function buildPreface(facts: { command: string; at: Date }): string {
  const [cpu] = cpus();
  return [
    `${facts.at.toISOString()}, Node ${process.version}, Linux ${release()}, ${cpus().length} x ${cpu?.model ?? 'CPU'}`,
    `Command: ${facts.command}`,
    '',
    `A web process (ROLE=web, PostgreSQL) over HTTP, seen from outside. CPU is the process's own, user and`,
    `system, per request, one after the other; p50 and p99 with 10 under way all the time, client and`,
    `database on the same cores. The baseline is a process that sends the bare statements through the same`,
    `driver and writes the object of the same answer with JSON.stringify. A post is made of a picture that`,
    `a resumable upload brought before: its file's row is there, nothing is received or decoded.`,
  ].join('\n');
}
