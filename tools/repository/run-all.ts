// `npm test` runs every check and test. `npm run test:quick` runs the checks, the tests without a running
// product, and the server tests beside the files that differ from the last commit, or that it changed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './checks.ts';
import {
  findCrashedFiles,
  readMuseum,
  readMuseumTimes,
  readPlaywright,
  readPlaywrightTimes,
  readVitest,
  readVitestTimes,
  type RunnerResult,
  type Tally,
} from './results.ts';
import { reportTimes, type FileTime } from './times.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'pontual-results-'));
const compileCache = join(folder, 'compiled');
const SLOWEST = 20;
const QUICK_PROJECTS = ['contract', 'sandbox', 'web', 'repository', 'components'];

function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<RunnerResult> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    // All processes share the compile cache, because compilation is a third of the start of the product.
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    stderr += text;
  });
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? 1, stderr })),
  );
}

const times: FileTime[] = [];

async function runVitest(
  folder: string,
  extraArgs: string[] = [],
  isRetry = false,
): Promise<Tally> {
  const file = join(folder, 'vitest.json');
  const timesFile = join(folder, 'vitest-times.json');
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'tools', 'repository', 'times-reporter.ts')}`,
    `--outputFile.json=${file}`,
  ];
  const result = await run('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...extraArgs], {
    VITEST_TIMES_FILE: timesFile,
  });
  times.push(...(await readVitestTimes(timesFile)));
  const crashedFiles = isRetry ? [] : findCrashedFiles(result);
  if (crashedFiles.length === 0) return readVitest(file, result);
  const first = await readVitest(file, { ...result, code: 0 });
  console.log(
    `\n== once more, their process having died of a signal: ${crashedFiles.join(', ')}\n`,
  );
  return addTallies(first, await runVitest(folder, crashedFiles, true));
}

const addTallies = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  failures: [...one.failures, ...other.failures],
});

async function runJourneys(folder: string): Promise<Tally> {
  const file = join(folder, 'playwright.json');
  const config = join(root, 'e2e', 'playwright.config.ts');
  const result = await run('node_modules/@playwright/test/cli.js', ['test', '--config', config], {
    PLAYWRIGHT_JSON_FILE: file,
  });
  times.push(...(await readPlaywrightTimes(file)));
  return readPlaywright(file, result);
}

/** After the tests: beside them, each exhibit would share the processors with three test files. */
async function runMuseum(folder: string): Promise<Tally> {
  const file = join(folder, 'museum.json');
  const result = await run('tools/museum/main.ts', ['--report', file]);
  times.push(...(await readMuseumTimes(file)));
  return readMuseum(file, result);
}

/** Includes new files; without any difference, the files of the last commit. */
function changedFiles(): string[] {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const changed = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return changed.length > 0 ? changed : git('diff', '--name-only', 'HEAD~1');
}

async function runChangedServerTests(folder: string): Promise<Tally> {
  const folders = changedFiles()
    .filter((file) => file.startsWith('server/src/'))
    .map((file) => `${dirname(file)}/`);
  if (folders.length === 0) return { passed: 0, failed: 0, failures: [] };
  const args = ['--project', 'server', '--passWithNoTests', ...new Set(folders)];
  return runVitest(folder, args);
}

type Part = readonly [name: string, run: (folder: string) => Promise<Tally>];

const allParts: readonly Part[] = [
  ['checks', () => runChecks()],
  ['tests', (folder) => runVitest(folder)],
  ['museum of outages', runMuseum],
  ['journeys in a real browser', runJourneys],
];

const quickParts: readonly Part[] = [
  ['checks', () => runChecks()],
  [
    'rules and components',
    (folder) =>
      runVitest(
        folder,
        QUICK_PROJECTS.flatMap((project) => ['--project', project]),
      ),
  ],
  ['server tests beside what has changed', runChangedServerTests],
];

let tally: Tally = { passed: 0, failed: 0, failures: [] };
const durations: string[] = [];
for (const [name, part] of process.argv.includes('--quick') ? quickParts : allParts) {
  console.log(`\n== ${name}\n`);
  const start = performance.now();
  tally = addTallies(tally, await part(folder));
  durations.push(`${name} ${((performance.now() - start) / 60_000).toFixed(1)} min`);
}
// Retries, because an ending process may still write its compile cache.
await rm(folder, { recursive: true, force: true, maxRetries: 20 });

process.exitCode = tally.passed > 0 && tally.failed === 0 ? 0 : 1;
console.log(`\n${reportTimes(times, SLOWEST).join('\n')}`);
// The summary comes last, because often only the end of a long log is stored.
console.log(`\n${durations.join(', ')}`);
for (const failure of tally.failures) console.log(`\nFAILED ${failure.replaceAll(root, '')}`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
