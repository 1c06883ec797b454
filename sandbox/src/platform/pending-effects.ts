import type { Clock } from './clock.ts';

type PendingEffect = { at: number; run: () => unknown };

/** In memory only: the end of the sandbox loses late effects, as a request is lost with its machine. */
export type PendingEffects = {
  add(delayMs: number, run: () => unknown): void;
  runDue(): void;
  /** Resolves when the running effects have ended, such as a download; undefined if there are none. */
  waitForRunning(): Promise<unknown> | undefined;
  reset(): void;
  close(): void;
};

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
