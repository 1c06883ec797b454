import type { DatabaseSync } from 'node:sqlite';
import { openCollection } from './state/collection.ts';

/** The sandbox's own time: real time plus what tests have advanced it by. */
export type Clock = { now(): number; advance(milliseconds: number): void; reset(): void };

/** Opens the clock; what it was advanced by survives a restart. */
export function openClock(database: DatabaseSync): Clock {
  const saved = openCollection<{ id: string; advancedMs: number }>(database, 'clock');
  let advancedMs = saved.get('clock')?.advancedMs ?? 0;
  return {
    now: () => Date.now() + advancedMs,
    advance: (milliseconds) => {
      advancedMs += milliseconds;
      saved.put({ id: 'clock', advancedMs });
    },
    reset: () => {
      saved.clear();
      advancedMs = 0;
    },
  };
}
