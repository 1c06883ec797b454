// `npm run museum`: plays all exhibits, or those of `--only`, and prints a table. `npm test` runs it with `--report`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exhibits } from './exhibits.ts';
import { playAll, type ExhibitResult, type MuseumReport } from './play-all.ts';

const { values } = parseArgs({
  options: {
    /** Plays these only, separated by commas. */
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    /** A file for the results as JSON. */
    report: { type: 'string' },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);
const inMinutes = (ms: number | null) => (ms === null ? '-' : (ms / 60_000).toFixed(1)).padStart(6);

const HEADER = `${'exhibit'.padEnd(24)}   out ended  lost twice   off   late  alert notif.  took      blames   (min; took: s)`;

function toLine({ id, verdict, violations, ms }: ExhibitResult): string {
  const state = violations.length === 0 ? ' ok  ' : ' FAIL';
  const seconds = (ms / 1000).toFixed(1).padStart(5);
  if (verdict === null) return [id.padEnd(71), seconds, state].join(' ');
  const { published, notified, lost, doubled, wronglyOffAir } = verdict;
  return [
    id.padEnd(24),
    ...[published, notified, lost, doubled, wronglyOffAir].map((count) =>
      String(count).padStart(5),
    ),
    inMinutes(verdict.latestMs),
    inMinutes(verdict.alertAfterMs),
    inMinutes(verdict.notificationAfterMs),
    seconds,
    state,
    verdict.blamed.join(', ') || '-',
  ].join(' ');
}

async function play(names: readonly string[], jobs: number): Promise<void> {
  const startedAt = performance.now();
  const results: ExhibitResult[] = [];
  print(HEADER);
  const chosen = exhibits.filter(({ id }) => names.includes(id));
  await playAll(chosen, {
    jobs,
    onResult(result) {
      results.push(result);
      print(toLine(result));
      for (const violation of result.violations) print(`  ${violation}`);
    },
  });
  const tookMs = performance.now() - startedAt;
  const failed = results.filter(({ violations }) => violations.length > 0).length;
  print(`${results.length} exhibits, ${failed} with violations, ${(tookMs / 1000).toFixed(0)} s`);
  process.exitCode = failed === 0 ? 0 : 1;
  if (values.report === undefined) return;
  const report: MuseumReport = {
    exhibits: results.map(({ id, violations, ms }) => ({ id, violations, ms })),
    tookMs,
    jobs: Math.min(jobs, chosen.length),
  };
  writeFileSync(values.report, JSON.stringify(report));
}

function findMistake(names: readonly string[], jobs: number): string | undefined {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return `--only: docs/museum.md lists the exhibits; there is none called ${unknown.join(', ')}`;
  }
  return Number.isInteger(jobs) && jobs > 0 ? undefined : '--jobs takes a number of processes';
}

const known = exhibits.map(({ id }) => id);
const names = values.only?.split(',') ?? known;
const jobs = Number(values.jobs);
const mistake = findMistake(names, jobs);
if (mistake === undefined) await play(names, jobs);
else {
  process.stderr.write(`${mistake}\n`);
  process.exitCode = 1;
}
