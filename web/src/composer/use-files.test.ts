import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileReporter } from './use-files.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the type hint disappears three seconds after the last selection', () => {
  const told: string[] = [];
  const tell = createFileReporter(({ type }) => told.push(type));
  const chosen = { type: 'filesChosen', files: [], rejected: [], replace: false } as const;
  tell(chosen);
  vi.advanceTimersByTime(2000);
  tell(chosen);
  vi.advanceTimersByTime(2999);
  expect(told).toEqual(['filesChosen', 'filesChosen']);
  vi.advanceTimersByTime(1);
  expect(told.at(-1)).toBe('hintExpired');
});
