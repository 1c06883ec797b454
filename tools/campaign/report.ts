import { conversionCrashes } from './conversions.ts';
import { crashes } from './faults.ts';
import { describePost } from './evidence.ts';
import type { PartResult } from './run.ts';
import type { Lateness, Verdict } from './checker.ts';

const MAX_DESCRIBED_POSTS = 6;

const renderTable = (rows: readonly (readonly (string | number)[])[]): string => {
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

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

const sortByName = (counts: ReadonlyMap<string, number>) =>
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
const countedVerdicts: ReadonlySet<Verdict> = new Set([
  'lost',
  'duplicated',
  'falsely failed',
  'early',
]);

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

export function calculateFigures(result: PartResult): Figures {
  const { part, checkResult, faults, deaths, recoveryMs } = result;
  const countViolations = (verdict: Verdict) =>
    checkResult.violations.filter((violation) => violation.verdict === verdict).length;
  const summarizeLateness = (values: readonly number[]) => ({
    count: values.length,
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    p99: percentile(values, 0.99),
  });
  const others = checkResult.violations.filter(
    ({ verdict }) => !countedVerdicts.has(verdict),
  ).length;
  return {
    name: part.name,
    factor: part.factor,
    posts: result.tracked.length,
    faults: [...faults.values()].reduce((sum, times) => sum + times, 0),
    kills: deaths.length + (faults.get('F1 kill -9 at random') ?? 0),
    lost: countViolations('lost'),
    duplicated: countViolations('duplicated'),
    falselyFailed: countViolations('falsely failed'),
    early: countViolations('early'),
    otherViolations: others + result.notes.length,
    unverifiable: checkResult.unverifiable.length,
    restores: part.restores,
    lateness: {
      all: summarizeLateness(checkResult.lateness.all),
      undisturbed: summarizeLateness(checkResult.lateness.undisturbed),
      'full disk': summarizeLateness(checkResult.lateness['full disk']),
    },
    recovery: {
      count: recoveryMs.length,
      p50: percentile(recoveryMs, 0.5),
      max: percentile(recoveryMs, 1),
    },
    slowestEndMs: Math.round(result.slowestEndMs),
    skewMs: result.skewMs,
    seconds: Math.round(result.seconds),
    faultsByKind: Object.fromEntries(sortByName(faults)),
    killsByPoint: Object.fromEntries(
      points.map(({ point, type }) => [
        `${point}${type === undefined ? '' : ` ${type}`}`,
        deaths.filter((death) => death.point === point && death.type === type).length,
      ]),
    ),
  };
}

/** A campaign with a removed rule ends early, so its unfinished posts are not lost. */
export function isClean(figures: Figures, isMutant: boolean): boolean {
  const { lost, duplicated, falselyFailed, early, otherViolations } = figures;
  return (isMutant ? 0 : lost) + duplicated + falselyFailed + early + otherViolations === 0;
}

export function renderReport(result: PartResult): string {
  const { part, checkResult, ownerActs, deaths, evidence } = result;
  const figures = calculateFigures(result);
  const names = [...new Set(points.map(({ point }) => point))];
  const countDeaths = (point: string, type: string | undefined) =>
    deaths.filter((death) => death.point === point && death.type === type).length;
  const countOutcomes = (type: string) =>
    [type, outcomes.map((outcome) => checkResult.outcomes.get(`${type} ${outcome}`) ?? 0)].flat();
  const formatLateness = ([name, { count, p50, p95, p99 }]: [
    string,
    Figures['lateness'][Lateness],
  ]) =>
    [
      name,
      count,
      [p50, p95, p99].map((ms) => `${(ms / 1000).toFixed(2)} s`),
      [p50, p95, p99].map((ms) => `${Math.round(ms / part.factor)} ms`),
    ].flat();
  return [
    `\n${part.name}: ${figures.posts} posts, ${figures.faults} faults, of them ${figures.kills} kill -9; factor ${part.factor}, second publish: ${part.republish}, ${figures.seconds} s`,
    '\nposts by type and outcome',
    renderTable([['', ...outcomes], ...types.map((type) => countOutcomes(type))]),
    '\nfaults',
    renderTable(Object.entries(figures.faultsByKind)),
    '\nkill -9 at each point, by type',
    renderTable([
      ['', ...types, 'any'],
      ...names.map((point) =>
        [
          point,
          types.map((type) => countDeaths(point, type)),
          countDeaths(point, undefined),
        ].flat(),
      ),
    ]),
    '\nwhat owners did',
    renderTable(sortByName(ownerActs)),
    '\nlateness (campaign time; the machine is as many times slower in it as the factor says; then real)',
    renderTable([
      ['', 'posts', 'p50', 'p95', 'p99', 'p50', 'p95', 'p99'],
      ...Object.entries(figures.lateness).map(formatLateness),
    ]),
    `\nafter a kill the post was out within (of ${figures.recovery.count}): p50 ${(figures.recovery.p50 / 1000).toFixed(1)} s, max ${(figures.recovery.max / 1000).toFixed(1)} s of campaign time`,
    `drained after SIGTERM within ${(figures.slowestEndMs / 1000).toFixed(1)} s; clocks within ${figures.skewMs.toFixed(1)} ms (campaign time)`,
    '',
    renderTable([
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
    ...checkResult.violations.map(
      ({ verdict, post, detail }) =>
        `VIOLATION ${verdict}: ${post?.id ?? ''} ${post?.type ?? ''} ${detail}`,
    ),
    ...[...new Set(checkResult.violations.flatMap(({ post }) => post ?? []))]
      .slice(0, MAX_DESCRIBED_POSTS)
      .map((post) => `\n${describePost(post, evidence)}`),
  ].join('\n');
}
