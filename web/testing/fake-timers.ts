import { vi } from 'vitest';

/** Timers advance with real time, and further by `vi.advanceTimersByTime`. The setup file restores them. */
export function fakeTimers(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}
