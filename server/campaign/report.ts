import { conversionCrashes } from './conversions.ts';
import { crashes } from './faults.ts';
import { storyOf } from './evidence.ts';
import type { PartResult } from './run.ts';
import type { Lateness, Verdict } from './checker.ts';

/** Stories told in full; the others are named. */
const STORIES = 6;

const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  );
  return texts
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .map((line) => `  ${line.trimEnd()}`)
    .join('\n');
};

/** The value below which so much of them lies. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

const byName = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([a], [b]) => a.localeCompare(b));

const types = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'] as const;
const outcomes = [
  'published',
  'failed',
  'error',
  'expired',
  'pending',
  'scheduled',
  'deleted',
  'gone',
];
const points = [...crashes, ...conversionCrashes];
const counted: ReadonlySet<Verdict> = new Set(['lost', 'duplicated', 'falsely failed', 'early']);

export interface Figures {
  name: string;
  factor: number;
  posts: number;
  faults: number;
  kills: number;
  lost: number;
  duplicated: number;
  falselyFailed: number;
  early: number;
  otherViolations: number;
  unverifiable: number;
  restores: number;
  lateness: Record<Lateness, { count: number; p50: number; p95: number; p99: number }>;
  recovery: { count: number; p50: number; max: number };
  slowestEndMs: number;
  skewMs: number;
  seconds: number;
  faultsByKind: Record<string, number>;
  killsByPoint: Record<string, number>;
}

export function figuresOf(result: PartResult): Figures {
  const { part, judgement, faults, deaths, recoveryMs } = result;
  const violations = (verdict: Verdict) =>
    judgement.violations.filter((violation) => violation.verdict === verdict).length;
  const latenessOf = (values: readonly number[]) => ({
    count: values.length,
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    p99: percentile(values, 0.99),
  });
  const others = judgement.violations.filter(({ verdict }) => !counted.has(verdict)).length;
  return {
    name: part.name,
    factor: part.factor,
    posts: result.tracked.length,
    faults: [...faults.values()].reduce((sum, times) => sum + times, 0),
    kills: deaths.length + (faults.get('F1 kill -9 at random') ?? 0),
    lost: violations('lost'),
    duplicated: violations('duplicated'),
    falselyFailed: violations('falsely failed'),
    early: violations('early'),
    otherViolations: others + result.notes.length,
    unverifiable: judgement.unverifiable.length,
    restores: part.restores,
    lateness: {
      all: latenessOf(judgement.lateness.all),
      untroubled: latenessOf(judgement.lateness.untroubled),
      'full disk': latenessOf(judgement.lateness['full disk']),
    },
    recovery: {
      count: recoveryMs.length,
      p50: percentile(recoveryMs, 0.5),
      max: percentile(recoveryMs, 1),
    },
    slowestEndMs: Math.round(result.slowestEndMs),
    skewMs: result.skewMs,
    seconds: Math.round(result.seconds),
    faultsByKind: Object.fromEntries(byName(faults)),
    killsByPoint: Object.fromEntries(
      points.map(({ point, type }) => [
        `${point}${type === undefined ? '' : ` ${type}`}`,
        deaths.filter((death) => death.point === point && death.type === type).length,
      ]),
    ),
  };
}

/** A mutant's campaign is not waited for to its end: there what is not through is not lost. */
export function isClean(figures: Figures, isMutant: boolean): boolean {
  const { lost, duplicated, falselyFailed, early, otherViolations } = figures;
  return (isMutant ? 0 : lost) + duplicated + falselyFailed + early + otherViolations === 0;
}

/** What happened, for whoever ran it. */
export function reportOf(result: PartResult): string {
  const { part, judgement, ownerActs, deaths, evidence } = result;
  const figures = figuresOf(result);
  const names = [...new Set(points.map(({ point }) => point))];
  const times = (point: string, type: string | undefined) =>
    deaths.filter((death) => death.point === point && death.type === type).length;
  const outcomesOf = (type: string) =>
    [type, outcomes.map((outcome) => judgement.outcomes.get(`${type} ${outcome}`) ?? 0)].flat();
  const late = ([name, { count, p50, p95, p99 }]: [string, Figures['lateness'][Lateness]]) =>
    [
      name,
      count,
      [p50, p95, p99].map((ms) => `${(ms / 1000).toFixed(2)} s`),
      [p50, p95, p99].map((ms) => `${Math.round(ms / part.factor)} ms`),
    ].flat();
  return [
    `\n${part.name}: ${figures.posts} posts, ${figures.faults} faults, of them ${figures.kills} kill -9; factor ${part.factor}, second publish: ${part.republish}, ${figures.seconds} s`,
    '\nposts by type and outcome',
    table([['', ...outcomes], ...types.map((type) => outcomesOf(type))]),
    '\nfaults',
    table(Object.entries(figures.faultsByKind)),
    '\nkill -9 at each point, by type',
    table([
      ['', ...types, 'any'],
      ...names.map((point) =>
        [point, types.map((type) => times(point, type)), times(point, undefined)].flat(),
      ),
    ]),
    '\nwhat owners did',
    table(byName(ownerActs)),
    '\nlateness (campaign time; the machine is as many times slower in it as the factor says; then real)',
    table([
      ['', 'posts', 'p50', 'p95', 'p99', 'p50', 'p95', 'p99'],
      ...Object.entries(figures.lateness).map(late),
    ]),
    `\nafter a kill the post was out within (of ${figures.recovery.count}): p50 ${(figures.recovery.p50 / 1000).toFixed(1)} s, max ${(figures.recovery.max / 1000).toFixed(1)} s of campaign time`,
    `drained after SIGTERM within ${(figures.slowestEndMs / 1000).toFixed(1)} s; clocks within ${figures.skewMs.toFixed(1)} ms (campaign time)`,
    '',
    table([
      ['lost', figures.lost],
      ['duplicated', figures.duplicated],
      ['falsely failed', figures.falselyFailed],
      ['early', figures.early],
      ['other violations', figures.otherViolations],
      ['unverifiable by design', figures.unverifiable],
    ]),
    ...(figures.unverifiable > 0
      ? [
          '  (nothing that Instagram shows, or no account that is connected, tells whether what a restored backup had due went out)',
        ]
      : []),
    ...result.notes.map((note) => `VIOLATION ${note}`),
    ...judgement.violations.map(
      ({ verdict, post, detail }) =>
        `VIOLATION ${verdict}: ${post?.id ?? ''} ${post?.type ?? ''} ${detail}`,
    ),
    ...[...new Set(judgement.violations.flatMap(({ post }) => post ?? []))]
      .slice(0, STORIES)
      .map((post) => `\n${storyOf(post, evidence)}`),
  ].join('\n');
}
