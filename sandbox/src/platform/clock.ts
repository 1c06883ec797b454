import type { DatabaseSync } from 'node:sqlite';
import { openCollection } from './state/collection.ts';

/** The maximum delay of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export type ClockView = { now: string; advancedMs: number; rate: number };

/** The time of the sandbox: real time at a rate, plus what tests have advanced it by. */
export type Clock = {
  now(): number;
  view(): ClockView;
  advance(milliseconds: number): void;
  /** Sets the ms that pass here per real ms from now on. */
  setRate(rate: number): void;
  /** False for an external clock, which does not advance with real time. */
  isSelfRunning: boolean;
  /** The real ms until the time, as a timer expects them. */
  realMsUntil(moment: number): number;
  /** Waits so many ms on this clock, less if the clock jumps; an external clock does not wait. */
  wait(milliseconds: number): Promise<void>;
  /** Runs work that was due earlier with that time as the current one. */
  runAt<Result>(moment: number, work: () => Result): Result;
  onChange(listener: () => void): void;
  reset(): void;
};

export type ClockOptions = {
  rate?: number | undefined;
  /** An external time that this clock follows exactly. */
  source?: { now(): number } | undefined;
};

type StoredClock = {
  id: string;
  advancedMs: number;
  rate: number;
  /** The real time from which the rate applies, and what faster rates have added by then. */
  since: number;
  gainedMs: number;
};

/** Opens the clock; its advance and its rate survive a restart. */
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

  // Stores the initial rate at once, because time must continue after a restart.
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
