const MINUTE_MS = 60_000;

/** One object per minute, so that dependent values are not recomputed within it. */
let now = startOfMinute();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function startOfMinute(): Date {
  return new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}

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

/** Calls the listener after each minute. Returns the unsubscribe function. */
export function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

export function currentMinute(): Date {
  // Without listeners no timer runs, so the value may be outdated.
  if (listeners.size === 0) advance();
  return now;
}
