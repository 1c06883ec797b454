import type { DatabaseSync } from 'node:sqlite';
import { openCollection } from './state/collection.ts';

/** The longest wait a timer of Node can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export type ClockView = { now: string; advancedMs: number; rate: number };

/** The sandbox's own time: real time, run faster or not, plus what tests have advanced it by. */
export type Clock = {
  now(): number;
  view(): ClockView;
  advance(milliseconds: number): void;
  /** How many milliseconds pass here in one real millisecond, from now on. */
  setRate(rate: number): void;
  /** False if the time was handed in: then no real time leads to a moment of this clock. */
  isSelfRunning: boolean;
  /** The real milliseconds until the moment, as a timer takes them. */
  realMsUntil(moment: number): number;
  /** Waits this long on this clock, less if it is moved meanwhile; not at all if the time was handed in. */
  wait(milliseconds: number): Promise<void>;
  /** Does something that was due at an earlier moment, so that it bears that moment's date. */
  runAt<Result>(moment: number, work: () => Result): Result;
  /** Is told of every jump and change of rate. */
  onChange(listener: () => void): void;
  reset(): void;
};

export type ClockOptions = {
  /** The rate to begin with and to go back to at a reset. */
  rate?: number | undefined;
  /** A time handed in from outside, which this clock then follows exactly. */
  source?: { now(): number } | undefined;
};

type StoredClock = {
  id: string;
  advancedMs: number;
  rate: number;
  /** The real moment since which the rate holds, and what faster running had gained by then. */
  since: number;
  gainedMs: number;
};

/** Opens the clock; what it was advanced by, and its rate, survive a restart. */
export function openClock(
  database: DatabaseSync,
  { rate: startRate, source }: ClockOptions = {},
): Clock {
  const saved = openCollection<StoredClock>(database, 'clock');
  const readRealTime = (): number => (source ? source.now() : Date.now());
  const initialState = (): StoredClock => ({
    id: 'clock',
    advancedMs: 0,
    rate: source ? 1 : (startRate ?? 1),
    since: readRealTime(),
    gainedMs: 0,
  });
  const listeners: (() => void)[] = [];
  const pauses = new Set<() => void>();
  let state: StoredClock = { ...initialState(), ...saved.get('clock') };
  let pinned: number | undefined;

  const calculateGainedMs = (): number =>
    state.gainedMs + (readRealTime() - state.since) * (state.rate - 1);
  const now = (): number => {
    if (pinned !== undefined) return pinned;
    return state.rate === 1 && state.gainedMs === 0
      ? readRealTime() + state.advancedMs
      : Math.floor(readRealTime() + state.advancedMs + calculateGainedMs());
  };
  const realMsUntil = (moment: number): number =>
    Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil((moment - now()) / state.rate)));

  function change(next: StoredClock): void {
    state = next;
    saved.put(state);
    for (const listener of [...listeners, ...pauses]) listener();
  }
  function wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || source) return Promise.resolve();
    const end = now() + milliseconds;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const restartTimer = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          pauses.delete(restartTimer);
          resolve();
        }, realMsUntil(end));
      };
      pauses.add(restartTimer);
      restartTimer();
    });
  }
  const setRate = (rate: number): void =>
    change({ ...state, gainedMs: calculateGainedMs(), since: readRealTime(), rate });

  // A rate that was asked for is written down at once: time must go on after a restart.
  if (startRate !== undefined && !source) setRate(startRate);
  return {
    now,
    view: () => ({
      now: new Date(now()).toISOString(),
      advancedMs: state.advancedMs,
      rate: state.rate,
    }),
    advance: (milliseconds) => change({ ...state, advancedMs: state.advancedMs + milliseconds }),
    setRate,
    isSelfRunning: !source,
    realMsUntil,
    wait,
    runAt: (moment, work) => {
      pinned = moment;
      try {
        return work();
      } finally {
        pinned = undefined;
      }
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    reset: () => {
      saved.clear();
      state = initialState();
      if (startRate !== undefined) saved.put(state);
    },
  };
}
