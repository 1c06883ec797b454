/** Does what can wait, once the page has nothing else to do; what it gives back calls that off. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(work, { timeout: 10_000 });
    return () => cancelIdleCallback(id);
  }
  // Safari has no such thing.
  const timer = setTimeout(work, 2000);
  return () => clearTimeout(timer);
}
