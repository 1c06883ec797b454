import { expect, test } from 'vitest';
import { getLevel, reportTimes } from './times.ts';

const createFileTime = (file: string, testsMs: number, startUpMs: number) => ({
  file,
  level: getLevel(file),
  tests: 2,
  testsMs,
  startUpMs,
});

test('reports the slowest files, the levels and the share of start-up', () => {
  const report = reportTimes(
    [
      createFileTime('contract/src/posts/posts.test.ts', 100, 0),
      createFileTime('server/src/posts/listing/posts.test.ts', 2000, 900),
      createFileTime('server/src/posts/listing/posts.rules.test.ts', 1000, 0),
    ],
    2,
  );
  expect(report).toEqual([
    'the slowest 2 of 3 files:',
    '    2.9 s  server/src/posts/listing/posts.test.ts (2 tests, start-up 0.9 s)',
    '    1.0 s  server/src/posts/listing/posts.rules.test.ts (2 tests, start-up 0.0 s)',
    'by level:',
    '    2.9 s  server (2 tests in 1 files)',
    '    1.0 s  rules of the server (2 tests in 1 files)',
    '    0.1 s  rules of the contract (2 tests in 1 files)',
    'start-up: 0.9 s of 4.0 s, 23 %',
  ]);
});

test('reports zero without any files', () => {
  expect(reportTimes([], 20).at(-1)).toBe('start-up: 0.0 s of 0.0 s, 0 %');
});
