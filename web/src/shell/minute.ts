import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const startOfMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

let now = startOfMinute();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  const next = startOfMinute();
  if (next === now) return;
  now = next;
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

function snapshot(): number {
  // While nobody listens nothing ticks, so the value may be old.
  if (listeners.size === 0) now = startOfMinute();
  return now;
}

/** The start of the current minute; renders again when the next one begins. */
export function useMinute(): Date {
  return new Date(useSyncExternalStore(subscribe, snapshot));
}
