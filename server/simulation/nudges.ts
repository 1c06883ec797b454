import { createListeners, type Nudges } from '../src/nudges.ts';

/** Nudges that reach their own process alone: the other simulated ones find what is new by their polls. */
export function createOwnNudges(): Nudges {
  const { hear, ...listeners } = createListeners();
  return {
    ...listeners,
    send: (nudges) => void setImmediate(() => hear(nudges)),
    close: async () => undefined,
  };
}
