import type { Clock } from './clock.ts';

type PendingEffect = { at: number; run: () => unknown };

/**
 * What calls that were cut off will still do. In memory only: a world that ends forgets them, as a
 * request is lost with the machine it waits on.
 */
export type PendingEffects = {
  add(delayMs: number, run: () => unknown): void;
  /** Begins every effect that is due, in order of time. */
  runDue(): void;
  /** The effects that have begun and not ended, such as a download; undefined if there are none. */
  waitForRunning(): Promise<unknown> | undefined;
  reset(): void;
  close(): void;
};

/** Keeps the effects in order and runs them when the clock, moved or not, comes to their time. */
export function openPendingEffects(clock: Clock): PendingEffects {
  const running = new Set<Promise<unknown>>();
  let pending: PendingEffect[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;

  function armTimer(): void {
    clearTimeout(timer);
    const next = pending[0];
    if (!next || !clock.isSelfRunning) return;
    timer = setTimeout(runDue, Math.max(1, clock.realMsUntil(next.at)));
    timer.unref();
  }

  function start({ at, run }: PendingEffect): void {
    const result = clock.runAt(at, run);
    if (!(result instanceof Promise)) return;
    const ended: Promise<unknown> = result
      .catch((error: unknown) => {
        // A world that was closed meanwhile has nothing left to write to.
        if (isOpen) throw error;
      })
      .finally(() => running.delete(ended));
    running.add(ended);
  }

  function runDue(): void {
    if (pending.length === 0) return;
    const now = clock.now();
    let next = pending[0];
    while (next && next.at <= now) {
      pending.shift();
      start(next);
      next = pending[0];
    }
    armTimer();
  }

  clock.onChange(runDue);
  return {
    add: (delayMs, run) => {
      pending.push({ at: clock.now() + delayMs, run });
      pending.sort((one, other) => one.at - other.at);
      armTimer();
    },
    runDue,
    waitForRunning: () => (running.size === 0 ? undefined : Promise.allSettled(running)),
    reset: () => {
      pending = [];
      clearTimeout(timer);
    },
    close: () => {
      isOpen = false;
      pending = [];
      clearTimeout(timer);
    },
  };
}
