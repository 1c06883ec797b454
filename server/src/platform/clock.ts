/**
 * Time on this machine, handed in so that a simulation can replace it. What is due is decided by
 * the database's clock (`app_now()`); this one serves waiting and measuring.
 */
export interface Clock {
  now(): Date;
  /** Milliseconds that never jump. */
  monotonicMs(): number;
  /** Calls once after `ms` (at most about 24 days); the answer cancels it. */
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
