import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { getLevel, type FileTime } from './times.ts';

/** What came of a part of the tests. */
export interface Tally {
  passed: number;
  failed: number;
  /** `file › test`, or what else failed; then, on lines of their own, why. */
  failures: string[];
}

/** How a test runner ended. */
export interface RunnerResult {
  code: number;
  /** What it printed as errors. */
  stderr: string;
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface VitestReport {
  testResults: {
    name: string;
    status: string;
    /** Why it could not be loaded, or which of its outermost hooks failed. */
    message: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[];
    }[];
  }[];
}

interface Suite {
  title: string;
  file?: string;
  specs: {
    title: string;
    tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
  suites?: Suite[];
}

/** What Playwright's JSON reporter writes, as far as it is read here. */
interface PlaywrightReport {
  suites: Suite[];
  /** Of no test: a file that cannot be loaded, a setup that failed. */
  errors: { message?: string; location?: { file: string } }[];
  stats: { duration: number };
  config: { workers: number };
}

/**
 * Reads the report that Vitest has left in `file`. A file of tests that could not be loaded, or one
 * of whose hooks failed, has failed once, as itself: its tests count as skipped.
 */
export async function readVitest(file: string, result: RunnerResult): Promise<Tally> {
  const report = await readJson<VitestReport>(file);
  if (report === undefined) return createMissingReport('Vitest', result);
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const isFileFailure = status === 'failed' && (message !== '' || failed.length === 0);
    return [
      // Of a hook further in the report does not tell; what was printed does.
      ...(isFileFailure
        ? [formatFailure(name, message || extractFrom(result.stderr, `FAIL.*${basename(name)}`))]
        : []),
      ...failed.map(({ ancestorTitles, title, failureMessages }) =>
        formatFailure([name, ...ancestorTitles, title].join(' › '), failureMessages?.[0]),
      ),
    ];
  });
  const passed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return finalizeTally('Vitest', { passed, failed: failures.length, failures }, result);
}

/**
 * The files of tests whose process died of a signal, if nothing else went wrong but tests that
 * failed. No test can do that: native code did, of a dependency or of Node.
 */
export function findCrashedFiles({ stderr }: RunnerResult): string[] {
  const text = stripVTControlCharacters(stderr);
  const files = [...text.matchAll(/exited unexpectedly with signal \w+ .*test file (\S+)/g)];
  const errors = Number(/Vitest caught (\d+) unhandled error/.exec(text)?.[1] ?? 0);
  return files.length === errors ? [...new Set(files.map(([, file = '']) => file))] : [];
}

/** Reads the report that Playwright has left in `file`. A test that passed at last has failed. */
export async function readPlaywright(file: string, result: RunnerResult): Promise<Tally> {
  const report = await readJson<PlaywrightReport>(file);
  if (report === undefined) return createMissingReport('Playwright', result);
  const tests = report.suites.flatMap((suite) => listTests(suite, []));
  const failures = [
    ...report.errors.map(({ location, message }) =>
      formatFailure(location?.file ?? 'Playwright', message),
    ),
    ...tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ name, message }) => formatFailure(name, message)),
  ];
  const passed = tests.filter(({ status }) => status === 'expected').length;
  return finalizeTally('Playwright', { passed, failed: failures.length, failures }, result);
}

function listTests(
  suite: Suite,
  parentTitles: string[],
): { name: string; status: string; message: string | undefined }[] {
  const path = [...parentTitles, suite.title];
  const ownTests = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({
      name: [...path, title].join(' › '),
      status,
      message: results.flatMap(({ errors }) => errors)[0]?.message,
    })),
  );
  return [...ownTests, ...(suite.suites ?? []).flatMap((inner) => listTests(inner, path))];
}

/** How long the files of the report that `times-reporter.ts` has left took; none without one. */
export const readVitestTimes = async (file: string): Promise<FileTime[]> =>
  (await readJson<FileTime[]>(file)) ?? [];

/** How long each file of Playwright's report took. Its start-up is what its workers did besides. */
export async function readPlaywrightTimes(file: string): Promise<FileTime[]> {
  const report = await readJson<PlaywrightReport>(file);
  if (report === undefined) return [];
  const times = report.suites.map((suite): FileTime => {
    const path = `e2e/journeys/${suite.file}`;
    const durations = listDurations(suite);
    const testsMs = durations.reduce((sum, ms) => sum + ms, 0);
    return {
      file: path,
      level: getLevel(path),
      tests: durations.length,
      testsMs,
      startUpMs: 0,
    };
  });
  const spentMs = times.reduce((sum, { testsMs }) => sum + testsMs, 0);
  const aroundMs = Math.max(0, report.stats.duration * report.config.workers - spentMs);
  const around = 'e2e/journeys/ (products and browsers)';
  return [
    ...times,
    { file: around, level: getLevel(around), tests: 0, testsMs: 0, startUpMs: aroundMs },
  ];
}

function listDurations({ specs, suites = [] }: Suite): number[] {
  const ownDurations = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...ownDurations, ...suites.flatMap(listDurations)];
}

/** A runner that fails although every test it counted passed has failed once, as itself. */
function finalizeTally(runner: string, tally: Tally, { code, stderr }: RunnerResult): Tally {
  if (code === 0 || tally.failed > 0) return tally;
  const reason = extractFrom(stderr, 'Unhandled Error') || extractFrom(stderr, '');
  return { ...tally, failed: 1, failures: [formatFailure(`${runner} ended with ${code}`, reason)] };
}

const createMissingReport = (runner: string, { code, stderr }: RunnerResult): Tally => ({
  passed: 0,
  failed: 1,
  failures: [
    formatFailure(`${runner} ended with ${code} and left no report`, extractFrom(stderr, '')),
  ],
});

const MAX_LINES = 12;

/** As it is shown: what failed, and the first lines of why. */
export function formatFailure(title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** What was said from the first line on that matches; nothing where none does. */
function extractFrom(output: string, pattern: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  const first = lines.findIndex((line) => new RegExp(pattern).test(line));
  return first < 0 ? '' : lines.slice(first).join('\n');
}

async function readJson<T>(file: string): Promise<T | undefined> {
  // The runners' own reports, of pinned versions.
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => undefined,
  );
}
