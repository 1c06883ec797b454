import type { SeededRandom } from './random.ts';

interface Timer {
  at: number;
  tie: number;
  act: () => void;
  isCancelled: boolean;
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;

/** 4 January 2027, 12:00 UTC, an ordinary Monday. */
export const BEGIN_MS = Date.UTC(2027, 0, 4, 12);

/** A clock that stops while any work can run and then jumps to the next timer. */
export function createVirtualTime(random: SeededRandom) {
  const heap: Timer[] = [];
  let now = BEGIN_MS;
  let pendingWork = 0;

  function at(instant: number, act: () => void): () => void {
    const timer = { at: Math.max(instant, now), tie: random.next(), act, isCancelled: false };
    push(heap, timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  async function waitUntilIdle(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    if (pendingWork > 0) await waitUntilIdle();
  }

  return {
    now: () => now,
    at,
    after: (ms: number, act: () => void) => at(now + Math.max(0, ms), act),
    sleep: (ms: number) => new Promise<void>((resolve) => void at(now + ms, resolve)),

    async freezeDuring<T>(work: Promise<T>): Promise<T> {
      pendingWork += 1;
      try {
        return await work;
      } finally {
        pendingWork -= 1;
      }
    },

    async run(isOver: () => boolean, until = Number.POSITIVE_INFINITY): Promise<void> {
      await waitUntilIdle();
      while (!isOver()) {
        const timer = pop(heap);
        if (timer === undefined) return;
        if (timer.isCancelled) continue;
        if (timer.at > until) {
          push(heap, timer);
          return;
        }
        now = timer.at;
        timer.act();
        await waitUntilIdle();
      }
    },
  };
}

const isBefore = (one: Timer, other: Timer) =>
  one.at < other.at || (one.at === other.at && one.tie < other.tie);

function push(heap: Timer[], timer: Timer): void {
  let index = heap.length;
  heap.push(timer);
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || !isBefore(timer, parent)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = timer;
}

function pop(heap: Timer[]): Timer | undefined {
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
