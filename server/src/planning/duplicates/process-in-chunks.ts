import { setImmediate } from 'node:timers/promises';

/** Does each of these in its order; after so many, others have their turn. */
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
