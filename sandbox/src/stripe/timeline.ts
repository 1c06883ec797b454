import type { Clock } from '../platform/clock.ts';

type Entry = { id: string; at: number };

/** Timers, at most one per id; rebuilt from the records at a start. */
export type Timeline = {
  /** Sets the timer of an id, in ms; undefined clears it. */
  setTimer(id: string, at: number | undefined): void;
  /** Runs every timer that is due, in order of time. */
  runDue(): void;
  reset(): void;
  close(): void;
};

/** Opens the timeline, whose timers run by themselves. */
export function openTimeline(clock: Clock, run: (id: string) => void): Timeline {
  const times = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isOpen = true;

  /** Of several timers for the same time, the one that was set first is the next. */
  function findNext(): Entry | undefined {
    let next: Entry | undefined;
    for (const [id, at] of times) if (!next || at < next.at) next = { id, at };
    return next;
  }

  function armTimer(): void {
    clearTimeout(timer);
    const next = findNext();
    if (!next || !clock.isSelfRunning || !isOpen) return;
    timer = setTimeout(runDue, Math.max(1, clock.realMsUntil(next.at)));
    timer.unref();
  }

  function runDue(): void {
    if (isRunning) return;
    isRunning = true;
    try {
      const until = clock.now();
      for (let next = findNext(); next && next.at <= until; next = findNext()) {
        const { id, at } = next;
        times.delete(id);
        clock.runAt(at, () => run(id));
      }
    } finally {
      isRunning = false;
    }
    armTimer();
  }

  clock.onChange(runDue);
  return {
    setTimer: (id, at) => {
      times.delete(id);
      if (at !== undefined) times.set(id, at);
      if (!isRunning) armTimer();
    },
    runDue,
    reset: () => {
      clearTimeout(timer);
      times.clear();
    },
    close: () => {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}
