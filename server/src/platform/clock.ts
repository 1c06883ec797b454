/** Timers and measuring only: the database clock (`app_now()`) decides what is due. */
export interface Clock {
  now(): Date;
  monotonicMs(): number;
  /** `ms` is at most about 24 days. Returns a function that cancels the timer. */
  after(ms: number, act: () => void): () => void;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, Math.min(Math.max(0, ms), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
