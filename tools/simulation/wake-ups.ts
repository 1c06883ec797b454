import { createListeners, type WakeUps } from '@pontual/server/platform/wake-ups.ts';

/** Nudges that reach their own process alone: the other simulated ones find what is new by their polls. */
export function createLocalWakeUps(): WakeUps {
  const { deliver, ...listeners } = createListeners();
  return {
    ...listeners,
    send: (wakeUps) => void setImmediate(() => deliver(wakeUps)),
    close: async () => undefined,
  };
}
