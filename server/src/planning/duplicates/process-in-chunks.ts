import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop after each chunk. */
export async function processInChunks<T>(
  items: readonly T[],
  chunkSize: number,
  handle: (item: T, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % chunkSize === 0) await setImmediate();
    handle(item, index);
  }
}
