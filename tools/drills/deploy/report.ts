import { percentiles } from '../../bench/publish/statistics.ts';
import type { LedgerMedium } from '../../campaign/sandbox.ts';
import type { ScheduledPost } from './load.ts';
import type { Counts } from './user.ts';

const LATE_MS = 60_000;

export interface Replacement {
  name: string;
  by: string;
  code: number | null;
  stoppedMs: number;
}

export interface Drill {
  counts: Counts;
  scheduledPosts: readonly ScheduledPost[];
  media: readonly LedgerMedium[];
  replacements: readonly Replacement[];
  /** The additional migrations that were applied while the other version served. */
  migrations: readonly string[];
  outages: readonly string[];
}

export function evaluate({
  counts,
  scheduledPosts,
  media,
  replacements,
  migrations,
  outages,
}: Drill) {
  const published = scheduledPosts.map((post) => ({
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
    due: scheduledPosts.length,
    once: published.filter(({ media }) => media.length === 1).length,
    duplicates: published.filter(({ media }) => media.length > 1).length,
    lost: published.filter(({ media }) => media.length === 0).length,
    late: lateness.filter((ms) => ms > LATE_MS).length,
    early: lateness.filter((ms) => ms < -LATE_MS / 1000).length,
    lateness: percentiles(lateness),
    answers: Object.entries(counts)
      .filter(([, { ms }]) => ms.length > 0)
      .map(([kind, { ms }]) => ({ kind, durations: percentiles(ms) })),
    forced: replacements.filter(({ code }) => code !== 0),
    replacements,
    migrations,
    outages,
  };
}

export type Verdict = ReturnType<typeof evaluate>;

export const isClean = (verdict: Verdict): boolean =>
  verdict.failures.length === 0 &&
  verdict.duplicates + verdict.lost + verdict.late + verdict.early + verdict.forced.length === 0 &&
  verdict.due > 0 &&
  verdict.once === verdict.due &&
  verdict.migrations.length > 0;

const formatRounded = (ms: number) => String(Math.round(ms));

/** Renders the report; docs/deploy.md contains one. */
export function renderReport(verdict: Verdict): string {
  const { lateness, answers } = verdict;
  const lines = [
    `replaced: ${verdict.replacements.map(({ name, by, stoppedMs }) => `${name} by ${by} (stopped in ${(stoppedMs / 1000).toFixed(1)} s)`).join(', ')}`,
    `migrated meanwhile: ${verdict.migrations.join(', ')}`,
    `requests ${verdict.requests}, failed ${verdict.failures.length}`,
    `posts due ${verdict.due}, published once ${verdict.once}, twice ${verdict.duplicates}, lost ${verdict.lost}, over 60 s late ${verdict.late}`,
    `lateness of the posts in ms: p50 ${formatRounded(lateness.p50)}, p95 ${formatRounded(lateness.p95)}, p99 ${formatRounded(lateness.p99)}, most ${formatRounded(lateness.max)}`,
    ...answers.map(
      ({ kind, durations: { p50, p95, p99, max } }) =>
        `answers in ms, ${kind}: p50 ${formatRounded(p50)}, p95 ${formatRounded(p95)}, p99 ${formatRounded(p99)}, most ${formatRounded(max)}`,
    ),
    ...verdict.outages.map((absence) => `sent nothing for a while: ${absence}`),
    ...verdict.failures.slice(0, 20).map((failure) => `FAILED ${failure}`),
    ...verdict.forced.map(({ name, code }) => `ENDED WITH ${code}: ${name}`),
  ];
  return lines.join('\n');
}
