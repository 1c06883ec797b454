import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** One object per minute, so that what depends on it is not made anew in between. */
let now = startOfMinute();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function startOfMinute(): Date {
  return new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}

/** Whether the minute has changed. */
function advance(): boolean {
  const next = startOfMinute();
  if (next.getTime() === now.getTime()) return false;
  now = next;
  return true;
}

function tick(): void {
  timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  if (!advance()) return;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

function snapshot(): Date {
  // While nobody listens nothing ticks, so the value may be old.
  if (listeners.size === 0) advance();
  return now;
}

/** A page rendered to HTML is read at another time, so it shows none (`useHydrated`). */
const EPOCH = new Date(0);
const getServerSnapshot = () => EPOCH;

/** The start of the current minute; renders again when the next one begins. */
export function useMinute(): Date {
  return useSyncExternalStore(subscribe, snapshot, getServerSnapshot);
}
