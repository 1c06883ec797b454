import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { MuseumReport } from '../museum/play-all.ts';
import {
  findCrashedFiles,
  readMuseum,
  readMuseumTimes,
  readPlaywright,
  readVitest,
  type RunnerResult,
} from './results.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pontual-results-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const report = join(folder, 'report.json');

function run(script: string, args: string[], files: Record<string, string>): RunnerResult {
  const project = join(folder, 'project');
  rmSync(project, { recursive: true, force: true });
  rmSync(report, { force: true });
  mkdirSync(project);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', script), ...args],
    { cwd: project, encoding: 'utf8', env: { ...process.env, PLAYWRIGHT_JSON_FILE: report } },
  );
  return { code: status ?? 1, stderr: stderr };
}

describe('the results of Vitest', () => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = async (files: Record<string, string>) => {
    const ending = run('vitest/vitest.mjs', ['run', '--globals', ...reporters], files);
    const { failures, ...counts } = await readVitest(report, ending);
    // Sorted, because the order of the files is random.
    return { ...counts, failures: failures.toSorted() };
  };

  test('contain passed and failed tests with their names and reasons', async () => {
    const tally = await vitest({
      'prices.test.ts': `
        describe('a plan', () => {
          test('has a price', () => expect(0).toBe(39.9));
          test('has a name', () => {});
        });`,
    });
    expect(tally).toMatchObject({ passed: 1, failed: 1 });
    expect(tally.failures).toEqual([
      expect.stringMatching(
        /prices\.test\.ts › a plan › has a price\n +.*expected \+?0 to be 39\.9/,
      ),
    ]);
  });

  test('count a file that cannot be loaded or whose hook fails as failed', async () => {
    const tally = await vitest({
      'after.test.ts': `afterAll(() => { throw new Error('still open') }); test('a', () => {});`,
      'before.test.ts': `beforeAll(() => { throw new Error('port taken') }); test('b', () => {});`,
      'inner.test.ts': `describe('in a folder', () => {
        beforeAll(() => { throw new Error('no folder') });
        test('c', () => {});
      });`,
      'load.test.ts': `throw new Error('no such module');`,
    });
    expect(tally).toMatchObject({ passed: 1, failed: 4 });
    expect(tally.failures).toEqual([
      expect.stringMatching(/after\.test\.ts\n +still open/),
      expect.stringMatching(/before\.test\.ts\n +port taken/),
      expect.stringMatching(/inner\.test\.ts\n.*in a folder\n +Error: no folder/),
      expect.stringMatching(/load\.test\.ts\n +no such module/),
    ]);
  });

  test('count an uncaught error as a failed run', async () => {
    const tally = await vitest({
      'late.test.ts': `test('d', () => void Promise.reject(new Error('nobody waited')));`,
    });
    expect(tally).toMatchObject({ passed: 1, failed: 1 });
    expect(tally.failures).toEqual([
      expect.stringMatching(/^Vitest ended with 1\n[^]*nobody waited/),
    ]);
  });

  test('name a file whose process died of a signal and count no other failure', async () => {
    const ending = run('vitest/vitest.mjs', ['run', '--globals', ...reporters], {
      'crash.test.ts': `test('e', () => { process.kill(process.pid, 'SIGSEGV'); return new Promise(() => {}); });`,
      'fine.test.ts': `test('f', () => {});`,
    });
    expect(findCrashedFiles(ending)).toEqual([expect.stringMatching(/crash\.test\.ts$/)]);
    expect(await readVitest(report, { ...ending, code: 0 })).toMatchObject({
      passed: 1,
      failed: 0,
    });
  });

  test('count a run without a report as failed', async () => {
    const tally = await readVitest(join(folder, 'none.json'), {
      code: 134,
      stderr: 'out of memory',
    });
    expect(tally).toEqual({
      passed: 0,
      failed: 1,
      failures: ['Vitest ended with 134 and left no report\n    out of memory'],
    });
  });
});

describe('the results of Playwright', () => {
  const library = import.meta.resolve('@playwright/test');
  const playwright = async (files: Record<string, string>) => {
    const ending = run('@playwright/test/cli.js', ['test'], {
      'playwright.config.mjs': `export default {
        testMatch: '*.e2e.mjs',
        retries: 1,
        reporter: [['json', { outputFile: process.env.PLAYWRIGHT_JSON_FILE }]],
      };`,
      ...files,
    });
    return readPlaywright(report, ending);
  };
  const given = `import { expect, test } from '${library}';`;

  test('count passed, failed and flaky tests, the last ones as failed', async () => {
    const tally = await playwright({
      'calendar.e2e.mjs': `${given}
        test.describe('the week', () => {
          test('begins on Sunday', () => expect('segunda').toBe('domingo'));
          test('has seven days', () => {});
        });
        test('is shown', async ({}, info) => expect(info.retry).toBe(1));`,
    });
    expect(tally).toMatchObject({ passed: 1, failed: 2 });
    expect(tally.failures.toSorted()).toEqual([
      expect.stringMatching(/^calendar\.e2e\.mjs › is shown\n +Error: expect/),
      expect.stringMatching(/^calendar\.e2e\.mjs › the week › begins on Sunday\n[^]*domingo/),
    ]);
  });

  test('count a file that cannot be loaded as failed', async () => {
    const tally = await playwright({
      'good.e2e.mjs': `${given} test('is shown', () => {});`,
      'load.e2e.mjs': `throw new Error('no such page');`,
    });
    expect(tally).toMatchObject({ passed: 0, failed: 1 });
    expect(tally.failures).toEqual([
      expect.stringMatching(/load\.e2e\.mjs\n +Error: no such page/),
    ]);
  });
});

describe('the results of the museum', () => {
  const written: MuseumReport = {
    exhibits: [
      { id: 'reads-10', violations: [], ms: 4000 },
      { id: 'html-2024', violations: ['1 posts lost', 'alerts: none'], ms: 6000 },
    ],
    tookMs: 8000,
    jobs: 2,
  };

  test('count each exhibit, and name what was violated', async () => {
    writeFileSync(report, JSON.stringify(written));
    expect(await readMuseum(report, { code: 1, stderr: '' })).toEqual({
      passed: 1,
      failed: 1,
      failures: ['museum › html-2024\n    1 posts lost\n    alerts: none'],
    });
    expect(await readMuseumTimes(report)).toMatchObject([
      { level: 'museum', tests: 2, testsMs: 10_000, startUpMs: 6000 },
    ]);
  });

  test('count a run without a report as failed', async () => {
    const tally = await readMuseum(join(folder, 'none.json'), {
      code: 1,
      stderr: 'no such module',
    });
    expect(tally).toMatchObject({ passed: 0, failed: 1 });
    expect(tally.failures).toEqual([expect.stringMatching(/^The museum .*\n +no such module/)]);
  });
});
