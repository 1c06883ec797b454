import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { openEnvironment } from '../simulation/installation.ts';
import { exhibits } from './exhibits.ts';
import { playExhibit } from './play.ts';
import type { ExhibitVerdict } from './verdict.ts';

const { values } = parseArgs({
  options: {
    /** Plays these only, separated by commas. */
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    /** A child process, which plays what its parent sends. */
    child: { type: 'boolean', default: false },
  },
});
const names = values.only?.split(',');
const chosen = exhibits.filter(({ id }) => names?.includes(id) ?? true);
if (chosen.length === 0)
  throw new Error(`--only takes one of ${exhibits.map(({ id }) => id).join(', ')}`);

const print = (line: string) => process.stdout.write(`${line}\n`);
const inMinutes = (ms: number | null) => (ms === null ? '-' : (ms / 60_000).toFixed(1)).padStart(6);

interface Played {
  verdict: ExhibitVerdict;
  seconds: number;
}

const toLine = ({ verdict, seconds }: Played): string =>
  [
    verdict.exhibit.id.padEnd(24),
    ...[verdict.published, verdict.told, verdict.lost, verdict.doubled, verdict.wronglyOffAir].map(
      (count) => String(count).padStart(5),
    ),
    inMinutes(verdict.latestMs),
    inMinutes(verdict.alertAfterMs),
    inMinutes(verdict.noticeAfterMs),
    seconds.toFixed(1).padStart(5),
    verdict.violations.length === 0 ? ' ok  ' : ' FAIL',
    verdict.blamed.join(', ') || '-',
  ].join(' ');

/** Plays one exhibit after another; the parent sends the next one when it has a verdict. */
async function runChild(): Promise<void> {
  const environment = await openEnvironment();
  process.on('message', (id) => {
    const exhibit = exhibits.find((one) => one.id === id);
    if (exhibit === undefined) return void environment.close().then(() => process.disconnect());
    const startedAt = performance.now();
    void playExhibit(environment, exhibit).then((verdict) => {
      const played: Played = { verdict, seconds: (performance.now() - startedAt) / 1000 };
      process.send?.(played);
    });
  });
  process.send?.('ready');
}

/** @returns once the child has ended; `take` gives it the next exhibit */
function startChild(take: () => string | undefined, add: (played: Played) => void): Promise<void> {
  const child = fork(new URL(import.meta.url), ['--child'], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
  });
  child.on('message', (message) => {
    if (message !== 'ready') add(message as Played); // only runChild sends messages
    child.send(take() ?? 'end');
  });
  return new Promise((resolve) => {
    child.on('exit', () => resolve());
  });
}

async function runParent(): Promise<void> {
  const header =
    'out  told  lost twice   off   late  alert notice  took      blames   (min; took: s)';
  print(`${'exhibit'.padEnd(24)}   ${header}`);
  const startedAt = performance.now();
  const waiting = chosen.map(({ id }) => id);
  let played = 0;
  let failed = 0;
  const add = (result: Played) => {
    const { violations } = result.verdict;
    print(toLine(result));
    for (const violation of violations) print(`  ${violation}`);
    played += 1;
    if (violations.length > 0) failed += 1;
  };
  const children = Math.min(Number(values.jobs), waiting.length);
  await Promise.all(Array.from({ length: children }, () => startChild(() => waiting.shift(), add)));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  print(`${played} of ${chosen.length} exhibits, ${failed} with violations, ${seconds} s`);
  process.exitCode = failed === 0 && played === chosen.length ? 0 : 1;
}

await (values.child ? runChild() : runParent());
