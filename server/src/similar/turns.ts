import { setImmediate } from 'node:timers/promises';

/** Does each of these in its order; after so many, others have their turn. */
export async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  each: (item: T, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % atOnce === 0) await setImmediate();
    each(item, index);
  }
}
