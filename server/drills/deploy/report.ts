import { percentiles } from '../../bench/publish/statistics.ts';
import type { LedgerMedium } from '../../campaign/sandbox.ts';
import type { Promised } from './load.ts';
import type { Counts } from './person.ts';

/** Promised is a minute; who comes later has been late. */
const LATE_MS = 60_000;

export interface Replaced {
  name: string;
  by: string;
  code: number | null;
  stoppedMs: number;
}

export interface Drill {
  counts: Counts;
  promised: readonly Promised[];
  media: readonly LedgerMedium[];
  replaced: readonly Replaced[];
  /** The version's own that were applied while the other served. */
  migrations: readonly string[];
  /** Processes that were sent nothing for a while, and why. */
  absences: readonly string[];
}

/** What happened, judged; the ledger of Instagram's imitation says what went out, and when. */
export function judge({ counts, promised, media, replaced, migrations, absences }: Drill) {
  const published = promised.map((post) => ({
    post,
    media: media.filter(({ caption }) => caption === post.caption),
  }));
  const lateness = published.flatMap(({ post, media: [first] }) =>
    first === undefined ? [] : [first.published_at_ms - post.dueMs],
  );
  const failures = Object.values(counts).flatMap((counted) => counted.failures);
  return {
    requests: Object.values(counts).reduce((sum, { sent }) => sum + sent, 0),
    failures,
    due: promised.length,
    once: published.filter(({ media }) => media.length === 1).length,
    twice: published.filter(({ media }) => media.length > 1).length,
    lost: published.filter(({ media }) => media.length === 0).length,
    late: lateness.filter((ms) => ms > LATE_MS).length,
    early: lateness.filter((ms) => ms < -LATE_MS / 1000).length,
    lateness: percentiles(lateness),
    answers: Object.entries(counts)
      .filter(([, { ms }]) => ms.length > 0)
      .map(([kind, { ms }]) => ({ kind, took: percentiles(ms) })),
    forced: replaced.filter(({ code }) => code !== 0),
    replaced,
    migrations,
    absences,
  };
}

export type Verdict = ReturnType<typeof judge>;

/** Nothing failed, nothing was late, lost or doubled, and something did happen. */
export const isClean = (verdict: Verdict): boolean =>
  verdict.failures.length === 0 &&
  verdict.twice + verdict.lost + verdict.late + verdict.early + verdict.forced.length === 0 &&
  verdict.due > 0 &&
  verdict.once === verdict.due &&
  verdict.migrations.length > 0;

const round = (ms: number) => String(Math.round(ms));

/** For people; also what docs/deploy.md shows. */
export function reportOf(verdict: Verdict): string {
  const { lateness, answers } = verdict;
  const lines = [
    `replaced: ${verdict.replaced.map(({ name, by, stoppedMs }) => `${name} by ${by} (stopped in ${(stoppedMs / 1000).toFixed(1)} s)`).join(', ')}`,
    `migrated meanwhile: ${verdict.migrations.join(', ')}`,
    `requests ${verdict.requests}, failed ${verdict.failures.length}`,
    `posts due ${verdict.due}, published once ${verdict.once}, twice ${verdict.twice}, lost ${verdict.lost}, over 60 s late ${verdict.late}`,
    `lateness of the posts in ms: p50 ${round(lateness.p50)}, p95 ${round(lateness.p95)}, p99 ${round(lateness.p99)}, most ${round(lateness.max)}`,
    ...answers.map(
      ({ kind, took: { p50, p95, p99, max } }) =>
        `answers in ms, ${kind}: p50 ${round(p50)}, p95 ${round(p95)}, p99 ${round(p99)}, most ${round(max)}`,
    ),
    ...verdict.absences.map((absence) => `sent nothing for a while: ${absence}`),
    ...verdict.failures.slice(0, 20).map((failure) => `FAILED ${failure}`),
    ...verdict.forced.map(({ name, code }) => `ENDED WITH ${code}: ${name}`),
  ];
  return lines.join('\n');
}
