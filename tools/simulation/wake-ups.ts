import { createListeners, type WakeUps } from '@pontual/server/platform/wake-ups.ts';

/** Wake-ups within one process; the other simulated processes find changes by polling. */
export function createLocalWakeUps(): WakeUps {
  const { deliver, ...listeners } = createListeners();
  return {
    ...listeners,
    send: (wakeUps) => void setImmediate(() => deliver(wakeUps)),
    close: async () => undefined,
  };
}
