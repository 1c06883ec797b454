import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.ts';
import { diedOfSignal, readPlaywright, readVitest, type Ending, type Tally } from './results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a test runner with its output passed on. */
function run(script: string, args: string[], env: Record<string, string> = {}): Promise<Ending> {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    said += text;
  });
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? 1, said })),
  );
}

/** The tests of these files, or all. Files whose process died of a signal are run once more. */
async function runVitest(folder: string, files: string[] = []): Promise<Tally> {
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ending = await run('vitest/vitest.mjs', ['run', ...reporters, ...files]);
  const died = files.length === 0 ? diedOfSignal(ending) : [];
  if (died.length === 0) return readVitest(file, ending);
  const { passed, failed, failures } = await readVitest(file, { ...ending, code: 0 });
  console.log(`\n== once more, their process having died of a signal: ${died.join(', ')}\n`);
  const again = await runVitest(folder, died);
  return {
    passed: passed + again.passed,
    failed: failed + again.failed,
    failures: [...failures, ...again.failures],
  };
}

async function runJourneys(folder: string): Promise<Tally> {
  const file = join(folder, 'playwright.json');
  const config = join(root, 'e2e', 'playwright.config.ts');
  const ending = await run('@playwright/test/cli.js', ['test', '--config', config], {
    PLAYWRIGHT_JSON_FILE: file,
  });
  return readPlaywright(file, ending);
}

const folder = await mkdtemp(join(tmpdir(), 'pontual-results-'));
const tallies: Tally[] = [];
const times: string[] = [];
for (const [name, part] of [
  ['checks', () => runChecks()],
  ['tests', () => runVitest(folder)],
  ['journeys in a real browser', () => runJourneys(folder)],
] as const) {
  console.log(`\n== ${name}\n`);
  const start = performance.now();
  tallies.push(await part());
  times.push(`${name} ${((performance.now() - start) / 60_000).toFixed(1)} min`);
}
await rm(folder, { recursive: true, force: true });

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
// Of a long log often only the end is kept: it says what failed, and ends with the result.
console.log(`\n${times.join(', ')}`);
for (const { failures } of tallies) {
  for (const failure of failures) console.log(`\nFAILED ${failure.replaceAll(root, '')}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
