import type { SeedResult } from './run-seed.ts';

export interface SeedReport {
  seed: number;
  semantics: string;
  posts: number;
  published: number;
  lost: number;
  duplicated: number;
  falselyFailed: number;
  early: number;
  unverifiable: number;
  violations: number;
  virtualMs: number;
  faults: Record<string, number>;
  ends: Record<string, number>;
  trace: string[];
}

export function toSeedReport({ verdict, faultCounts, ...result }: SeedResult): SeedReport {
  const { violations, ends, ...counts } = verdict;
  return {
    ...result,
    ...counts,
    violations: violations.length,
    faults: Object.fromEntries(faultCounts),
    ends: Object.fromEntries(ends),
  };
}

const FIGURES = [
  'posts',
  'published',
  'lost',
  'duplicated',
  'falselyFailed',
  'early',
  'unverifiable',
  'violations',
  'virtualMs',
] as const;

export function createTotals() {
  const sums = Object.fromEntries(FIGURES.map((name) => [name, 0])) as Record<
    (typeof FIGURES)[number],
    number
  >; // every name gets a zero
  const tables = { faults: new Map<string, number>(), ends: new Map<string, number>() };
  const semantics = new Map<string, number>();
  let seeds = 0;
  const count = (table: Map<string, number>, name: string, extra: number) =>
    table.set(name, (table.get(name) ?? 0) + extra);

  return {
    add(report: SeedReport): void {
      seeds += 1;
      for (const name of FIGURES) sums[name] += report[name];
      for (const [name, n] of Object.entries(report.faults)) count(tables.faults, name, n);
      for (const [name, n] of Object.entries(report.ends)) count(tables.ends, name, n);
      count(semantics, report.semantics, 1);
    },
    get violations() {
      return sums.violations;
    },
    lines(): string[] {
      const { lost, duplicated, falselyFailed, early, unverifiable, posts, published } = sums;
      const faults = [...tables.faults].sort(([one], [other]) => one.localeCompare(other, 'en'));
      return [
        ...faults.map(([name, n]) => `${String(n).padStart(8)} ${name}`),
        `${faults.reduce((sum, [, n]) => sum + n, 0)} faults`,
        `ends: ${[...tables.ends].map(([name, n]) => `${name} ${n}`).join(', ')}`,
        `${seeds} seeds, ${posts} posts, ${published} published: lost ${lost}, duplicated ${duplicated}, ` +
          `falsely failed ${falselyFailed}, early ${early}, unverifiable ${unverifiable}`,
      ];
    },
    json: (extra: object) => {
      const faults = [...tables.faults.values()].reduce((sum, n) => sum + n, 0);
      return JSON.stringify({
        seeds,
        ...sums,
        ...extra,
        faults,
        semantics: Object.fromEntries(semantics),
        byFault: Object.fromEntries(tables.faults),
        ends: Object.fromEntries(tables.ends),
      });
    },
  };
}
