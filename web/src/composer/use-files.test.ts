import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileReporter } from './use-files.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the type hint disappears three seconds after the last selection', () => {
  const reported: string[] = [];
  const report = createFileReporter(({ type }) => reported.push(type));
  const chosen = { type: 'filesChosen', files: [], rejected: [], replace: false } as const;
  report(chosen);
  vi.advanceTimersByTime(2000);
  report(chosen);
  vi.advanceTimersByTime(2999);
  expect(reported).toEqual(['filesChosen', 'filesChosen']);
  vi.advanceTimersByTime(1);
  expect(reported.at(-1)).toBe('hintExpired');
});
