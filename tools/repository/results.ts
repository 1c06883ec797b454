import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { MuseumReport } from '../museum/play-all.ts';
import { getLevel, type FileTime } from './times.ts';

export interface Tally {
  passed: number;
  failed: number;
  /** `file › test` or another source of a failure, with its reason on the following lines. */
  failures: string[];
}

export interface RunnerResult {
  code: number;
  stderr: string;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be loaded, or which of its outermost hooks failed. */
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

interface PlaywrightReport {
  suites: Suite[];
  /** Errors outside a test: a file that cannot be loaded, or a failed setup. */
  errors: { message?: string; location?: { file: string } }[];
  stats: { duration: number };
  config: { workers: number };
}

/** A test file that could not be loaded or whose hook failed is one failure; its tests count as skipped. */
export async function readVitest(file: string, result: RunnerResult): Promise<Tally> {
  const report = await readJson<VitestReport>(file);
  if (report === undefined) return createMissingReport('Vitest', result);
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const isFileFailure = status === 'failed' && (message !== '' || failed.length === 0);
    return [
      // The report lacks the error of an inner hook; the output contains it.
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

/** Only native code of a dependency or of Node makes a process die of a signal without another error. */
export function findCrashedFiles({ stderr }: RunnerResult): string[] {
  const text = stripVTControlCharacters(stderr);
  const files = [...text.matchAll(/exited unexpectedly with signal \w+ .*test file (\S+)/g)];
  const errors = Number(/Vitest caught (\d+) unhandled error/.exec(text)?.[1] ?? 0);
  return files.length === errors ? [...new Set(files.map(([, file = '']) => file))] : [];
}

/** Reads the Playwright report in `file`. A flaky test counts as failed. */
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

/** Reads the report of `npm run museum -- --report FILE`. An exhibit counts as a test. */
export async function readMuseum(file: string, result: RunnerResult): Promise<Tally> {
  const report = await readJson<MuseumReport>(file);
  if (report === undefined) return createMissingReport('The museum', result);
  const failures = report.exhibits
    .filter(({ violations }) => violations.length > 0)
    .map(({ id, violations }) => formatFailure(`museum › ${id}`, violations.join('\n')));
  const passed = report.exhibits.length - failures.length;
  return finalizeTally('The museum', { passed, failed: failures.length, failures }, result);
}

/** The start-up is the time of the processes outside exhibits. */
export async function readMuseumTimes(path: string): Promise<FileTime[]> {
  const report = await readJson<MuseumReport>(path);
  if (report === undefined) return [];
  const { exhibits, tookMs, jobs } = report;
  const testsMs = exhibits.reduce((sum, { ms }) => sum + ms, 0);
  const file = 'tools/museum/exhibits.ts';
  const startUpMs = Math.max(0, tookMs * jobs - testsMs);
  return [{ file, level: getLevel(file), tests: exhibits.length, testsMs, startUpMs }];
}

export const readVitestTimes = async (file: string): Promise<FileTime[]> =>
  (await readJson<FileTime[]>(file)) ?? [];

/** The start-up is the time of the workers outside tests. */
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

/** A runner that fails although all its tests passed counts as one failure. */
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

export function formatFailure(title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
}

function extractFrom(output: string, pattern: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  const first = lines.findIndex((line) => new RegExp(pattern).test(line));
  return first < 0 ? '' : lines.slice(first).join('\n');
}

async function readJson<T>(file: string): Promise<T | undefined> {
  // The cast is safe: pinned versions of the runners wrote the report.
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as T,
    () => undefined,
  );
}
