import type { Clock } from '../clock.ts';

type Entry = { id: string; at: number };

/** What will happen by itself, at most one thing per id; rebuilt from the records at a start. */
export type Timeline = {
  /** Sets (or, without a moment, takes back) when something is due, in milliseconds. */
  plan(id: string, at: number | undefined, testClock: string | null): void;
  /** Does everything that is due by the sandbox's clock, in order of time. */
  settle(): void;
  /** Does what is due on a test clock until then; `tick` sets that clock to each moment. */
  advance(testClock: string, until: number, tick: (at: number) => void): void;
  reset(): void;
  close(): void;
};

/** Opens the timeline: things on the sandbox's clock happen by a timer, those on a test clock wait. */
export function openTimeline(clock: Clock, run: (id: string) => void): Timeline {
  const lanes = new Map<string, Entry[]>();
  const planned = new Map<string, { lane: string; at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isSettling = false;
  let isOpen = true;

  function unplan(id: string): void {
    const known = planned.get(id);
    if (!known) return;
    planned.delete(id);
    const entries = lanes.get(known.lane) ?? [];
    const index = firstAfter(entries, (entry) => entry.at < known.at);
    for (let at = index; at < entries.length; at += 1) {
      if (entries[at]?.id !== id) continue;
      entries.splice(at, 1);
      return;
    }
  }

  function insert(lane: string, entry: Entry): void {
    const entries = lanes.get(lane) ?? [];
    lanes.set(lane, entries);
    entries.splice(
      firstAfter(entries, ({ at }) => at <= entry.at),
      0,
      entry,
    );
    planned.set(entry.id, { lane, at: entry.at });
  }

  /** Takes the next thing of a lane that is due by then. */
  function takeDue(lane: string, until: number): Entry | undefined {
    const next = lanes.get(lane)?.[0];
    if (!next || next.at > until) return undefined;
    unplan(next.id);
    return next;
  }

  function watch(): void {
    clearTimeout(timer);
    const next = lanes.get('')?.[0];
    if (!next || !clock.runsByItself || !isOpen) return;
    timer = setTimeout(settle, Math.max(1, clock.realMsUntil(next.at)));
    timer.unref();
  }

  function settle(): void {
    if (isSettling) return;
    isSettling = true;
    try {
      const until = clock.now();
      for (let due = takeDue('', until); due; due = takeDue('', until)) {
        const { id, at } = due;
        clock.during(at, () => run(id));
      }
    } finally {
      isSettling = false;
    }
    watch();
  }

  clock.onChange(settle);
  return {
    plan: (id, at, testClock) => {
      unplan(id);
      if (at !== undefined) insert(testClock ?? '', { id, at });
      if (!isSettling) watch();
    },
    settle,
    advance: (testClock, until, tick) => {
      for (let due = takeDue(testClock, until); due; due = takeDue(testClock, until)) {
        tick(due.at);
        run(due.id);
      }
      tick(until);
    },
    reset: () => {
      clearTimeout(timer);
      lanes.clear();
      planned.clear();
    },
    close: () => {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

/** The first place in a sorted list that does not come before what is looked for. */
function firstAfter(entries: readonly Entry[], comesBefore: (entry: Entry) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry && comesBefore(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}
