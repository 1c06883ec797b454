import type { Chance } from './chance.ts';

interface Due {
  at: number;
  /** Orders what is due at the same instant, by the seed. */
  tie: number;
  act: () => void;
  isCancelled: boolean;
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** 4 January 2027, 12:00 UTC: an ordinary Monday. */
export const BEGIN_MS = Date.UTC(2027, 0, 4, 12);

/**
 * Time that stands still while anything can be done without it, and then jumps to the next thing
 * that is due.
 */
export function createVirtualTime(chance: Chance) {
  const heap: Due[] = [];
  let now = BEGIN_MS;
  let underWay = 0;

  function at(instant: number, act: () => void): () => void {
    const due = { at: Math.max(instant, now), tie: chance.next(), act, isCancelled: false };
    push(heap, due);
    return () => {
      due.isCancelled = true;
    };
  }

  /** Until nothing is left but to wait: every promise that can be kept is. */
  async function quiet(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    if (underWay > 0) await quiet();
  }

  return {
    now: () => now,
    at,
    after: (ms: number, act: () => void) => at(now + Math.max(0, ms), act),
    sleep: (ms: number) => new Promise<void>((resolve) => void at(now + ms, resolve)),

    /** Holds time still until the work is done, however many turns of the event loop it takes. */
    async still<T>(work: Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
      }
    },

    /** Runs what is due, one after the other, until `isOver` or the instant. */
    async run(isOver: () => boolean, until = Number.POSITIVE_INFINITY): Promise<void> {
      await quiet();
      while (!isOver()) {
        const due = pop(heap);
        if (due === undefined) return;
        if (due.isCancelled) continue;
        if (due.at > until) {
          push(heap, due);
          return;
        }
        now = due.at;
        due.act();
        await quiet();
      }
    },
  };
}

const isBefore = (one: Due, other: Due) =>
  one.at < other.at || (one.at === other.at && one.tie < other.tie);

function push(heap: Due[], due: Due): void {
  let index = heap.length;
  heap.push(due);
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || !isBefore(due, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = due;
}

function pop(heap: Due[]): Due | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const right = heap[left + 1];
    const leftDue = heap[left];
    if (leftDue === undefined) break;
    const isRight = right !== undefined && isBefore(right, leftDue);
    const child = isRight ? right : leftDue;
    if (!isBefore(child, last)) break;
    heap[index] = child;
    index = isRight ? left + 1 : left;
  }
  heap[index] = last;
  return first;
}
