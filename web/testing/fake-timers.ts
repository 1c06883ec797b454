import { vi } from 'vitest';

/**
 * Fakes the timers of the page: they advance with real time, and `vi.advanceTimersByTime` advances them
 * further. The setup file restores them.
 */
export function fakeTimers(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}
