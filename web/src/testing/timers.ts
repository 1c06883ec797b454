import { vi } from 'vitest';

/** What is shown for so many ms stays until the test ends. */
export function keepTimersFrom(firing: { afterMs: readonly number[] }): void {
  const schedule = window.setTimeout.bind(window);
  const hold = (work: () => void, ms?: number) =>
    ms !== undefined && firing.afterMs.includes(ms) ? 0 : schedule(work, ms);
  vi.spyOn(window, 'setTimeout').mockImplementation(hold as unknown as typeof setTimeout);
}
