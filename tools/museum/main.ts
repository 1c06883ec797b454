import { parseArgs } from 'node:util';
import { openEnvironment } from '../simulation/installation.ts';
import { exhibits } from './exhibits.ts';
import { playExhibit } from './play.ts';
import type { ExhibitVerdict } from './verdict.ts';

const { values } = parseArgs({
  options: {
    /** Plays these only, separated by commas. */
    only: { type: 'string' },
  },
});
const names = values.only?.split(',');
const chosen = exhibits.filter(({ id }) => names?.includes(id) ?? true);
if (chosen.length === 0)
  throw new Error(`--only takes one of ${exhibits.map(({ id }) => id).join(', ')}`);

const print = (line: string) => process.stdout.write(`${line}\n`);
const inMinutes = (ms: number | null) => (ms === null ? '-' : (ms / 60_000).toFixed(1)).padStart(6);

const toLine = ({ exhibit, ...verdict }: ExhibitVerdict): string =>
  [
    exhibit.id.padEnd(24),
    ...[verdict.published, verdict.told, verdict.lost, verdict.doubled, verdict.wronglyOffAir].map(
      (count) => String(count).padStart(5),
    ),
    inMinutes(verdict.latestMs),
    inMinutes(verdict.alertAfterMs),
    inMinutes(verdict.noticeAfterMs),
    verdict.violations.length === 0 ? ' ok  ' : ' FAIL',
    verdict.blamed.join(', ') || '-',
  ].join(' ');

print(
  `${'exhibit'.padEnd(24)}   out  told  lost twice   off   late  alert notice      blames   (minutes)`,
);
const startedAt = performance.now();
const environment = await openEnvironment();
let failed = 0;
for (const exhibit of chosen) {
  const verdict = await playExhibit(environment, exhibit);
  print(toLine(verdict));
  for (const violation of verdict.violations) print(`  ${violation}`);
  if (verdict.violations.length > 0) failed += 1;
}
await environment.close();
const seconds = Math.round((performance.now() - startedAt) / 1000);
print(`${chosen.length} exhibits, ${failed} with violations, ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;
