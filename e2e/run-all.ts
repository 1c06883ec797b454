import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks, type Tally } from './check.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface VitestResult {
  numPassedTests: number;
  numFailedTests: number;
  /** A file that failed to load has no tests to count. */
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** What Playwright's JSON reporter writes, as far as it is read here. */
interface PlaywrightResult {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
}

/** Runs a test runner with its output passed on; its exit code. */
function run(script: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** A runner that fails although every test it counted passed has failed once, as itself. */
function settle(code: number, { passed, failed }: Tally): Tally {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function read<T>(file: string): Promise<T | undefined> {
  // The runners' own reports, of pinned versions.
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => undefined,
  );
}

async function runVitest(folder: string): Promise<Tally> {
  const file = join(folder, 'vitest.json');
  const code = await run('vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const result = await read<VitestResult>(file);
  if (result === undefined) return { passed: 0, failed: 1 };
  const unloaded = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return settle(code, {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
  });
}

async function runJourneys(folder: string): Promise<Tally> {
  const file = join(folder, 'playwright.json');
  const config = join(root, 'e2e', 'playwright.config.ts');
  const code = await run('@playwright/test/cli.js', ['test', '--config', config], {
    PLAYWRIGHT_JSON_FILE: file,
  });
  const result = await read<PlaywrightResult>(file);
  if (result === undefined) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = result.stats;
  return settle(code, { passed: expected, failed: unexpected + flaky + result.errors.length });
}

const folder = await mkdtemp(join(tmpdir(), 'pontual-results-'));
const tallies: Tally[] = [];
for (const [name, part] of [
  ['checks', runChecks],
  ['tests', () => runVitest(folder)],
  ['journeys in a real browser', () => runJourneys(folder)],
] as const) {
  console.log(`\n== ${name}\n`);
  tallies.push(await part());
}
await rm(folder, { recursive: true, force: true });

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
console.log(`\n${passed} passed, ${failed} failed`);
