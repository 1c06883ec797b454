import { EventEmitter } from 'node:events';
import type { Nudges } from '../src/nudges.ts';

/** Nudges that reach their own process alone: the other simulated ones find what is new by their polls. */
export function createOwnNudges(): Nudges {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    send: (sent) => void setImmediate(() => sent.forEach((nudge) => emitter.emit('nudge', nudge))),
    listen(act) {
      emitter.on('nudge', act);
      return () => emitter.off('nudge', act);
    },
    lookAgain: () => void setImmediate(() => emitter.emit('look')),
    onLookAgain(act) {
      emitter.on('look', act);
      return () => emitter.off('look', act);
    },
    close: async () => undefined,
  };
}
