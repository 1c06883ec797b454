import type { Clock } from '../platform/clock.ts';

type Entry = { id: string; at: number };

/** Timers, at most one per id; rebuilt from the records at a start. */
export type Timeline = {
  /** Sets the timer of an id, in ms; undefined clears it. */
  setTimer(id: string, at: number | undefined, testClock: string | null): void;
  /** Runs every timer that is due on the clock of the sandbox, in order of time. */
  runDue(): void;
  /** Runs the timers of a test clock until then; `tick` sets that clock to the time of each. */
  advance(testClock: string, until: number, tick: (at: number) => void): void;
  reset(): void;
  close(): void;
};

/** Opens the timeline: timers of the sandbox clock run by themselves, those of a test clock on `advance`. */
export function openTimeline(clock: Clock, run: (id: string) => void): Timeline {
  const queues = new Map<string, Entry[]>();
  const timers = new Map<string, { queue: string; at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isOpen = true;

  function clearTimer(id: string): void {
    const current = timers.get(id);
    if (!current) return;
    timers.delete(id);
    const entries = queues.get(current.queue) ?? [];
    const index = findInsertIndex(entries, (entry) => entry.at < current.at);
    for (let at = index; at < entries.length; at += 1) {
      if (entries[at]?.id !== id) continue;
      entries.splice(at, 1);
      return;
    }
  }

  function insert(queue: string, entry: Entry): void {
    const entries = queues.get(queue) ?? [];
    queues.set(queue, entries);
    entries.splice(
      findInsertIndex(entries, ({ at }) => at <= entry.at),
      0,
      entry,
    );
    timers.set(entry.id, { queue, at: entry.at });
  }

  function takeDue(queue: string, until: number): Entry | undefined {
    const next = queues.get(queue)?.[0];
    if (!next || next.at > until) return undefined;
    clearTimer(next.id);
    return next;
  }

  function armTimer(): void {
    clearTimeout(timer);
    const next = queues.get('')?.[0];
    if (!next || !clock.isSelfRunning || !isOpen) return;
    timer = setTimeout(runDue, Math.max(1, clock.realMsUntil(next.at)));
    timer.unref();
  }

  function runDue(): void {
    if (isRunning) return;
    isRunning = true;
    try {
      const until = clock.now();
      for (let due = takeDue('', until); due; due = takeDue('', until)) {
        const { id, at } = due;
        clock.runAt(at, () => run(id));
      }
    } finally {
      isRunning = false;
    }
    armTimer();
  }

  clock.onChange(runDue);
  return {
    setTimer: (id, at, testClock) => {
      clearTimer(id);
      if (at !== undefined) insert(testClock ?? '', { id, at });
      if (!isRunning) armTimer();
    },
    runDue,
    advance: (testClock, until, tick) => {
      for (let due = takeDue(testClock, until); due; due = takeDue(testClock, until)) {
        tick(due.at);
        run(due.id);
      }
      tick(until);
    },
    reset: () => {
      clearTimeout(timer);
      queues.clear();
      timers.clear();
    },
    close: () => {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

function findInsertIndex(entries: readonly Entry[], isBefore: (entry: Entry) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && isBefore(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}
