import { vi } from 'vitest';

/**
 * Takes over the timers of the page: they go on with the real time, and `vi.advanceTimersByTime` lets
 * more of it pass. The setup gives them back.
 */
export function fakeTimers(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
}
