import type { Clock } from './clock.ts';

type PendingEffect = { at: number; run: () => unknown };

/**
 * What calls that were cut off will still do. In memory only: a world that ends forgets them, as a
 * request is lost with the machine it waits on.
 */
export type PendingEffects = {
  add(delayMs: number, run: () => unknown): void;
  /** Begins every effect that is due, in order of time. */
  settle(): void;
  /** The effects that have begun and not ended, such as a download; undefined if there are none. */
  underWay(): Promise<unknown> | undefined;
  reset(): void;
  close(): void;
};

/** Keeps the effects in order and runs them when the clock, moved or not, comes to their time. */
export function openPendingEffects(clock: Clock): PendingEffects {
  const underWay = new Set<Promise<unknown>>();
  let waiting: PendingEffect[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;

  function watch(): void {
    clearTimeout(timer);
    const next = waiting[0];
    if (!next || !clock.runsByItself) return;
    timer = setTimeout(settle, Math.max(1, clock.realMsUntil(next.at)));
    timer.unref();
  }

  function start({ at, run }: PendingEffect): void {
    const result = clock.during(at, run);
    if (!(result instanceof Promise)) return;
    const ended: Promise<unknown> = result
      .catch((error: unknown) => {
        // A world that was closed meanwhile has nothing left to write to.
        if (isOpen) throw error;
      })
      .finally(() => underWay.delete(ended));
    underWay.add(ended);
  }

  function settle(): void {
    if (waiting.length === 0) return;
    const now = clock.now();
    let next = waiting[0];
    while (next && next.at <= now) {
      waiting.shift();
      start(next);
      next = waiting[0];
    }
    watch();
  }

  clock.onChange(settle);
  return {
    add: (delayMs, run) => {
      waiting.push({ at: clock.now() + delayMs, run });
      waiting.sort((one, other) => one.at - other.at);
      watch();
    },
    settle,
    underWay: () => (underWay.size === 0 ? undefined : Promise.allSettled(underWay)),
    reset: () => {
      waiting = [];
      clearTimeout(timer);
    },
    close: () => {
      isOpen = false;
      waiting = [];
      clearTimeout(timer);
    },
  };
}
