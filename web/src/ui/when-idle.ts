/** Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: 10_000 });
    return () => cancelIdleCallback(id);
  }
  // Safari has no requestIdleCallback.
  const timer = setTimeout(work, 2000);
  return () => clearTimeout(timer);
}
