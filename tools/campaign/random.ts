export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
  shuffled<T>(items: readonly T[]): T[];
  /** An independent generator for one purpose, which other choices do not affect. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  function pick<T>(items: readonly T[]): T {
    const picked = items[int(0, items.length - 1)];
    if (picked === undefined) throw new Error('nothing to choose from');
    return picked;
  }
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
    fork(name) {
      let mixed = seed;
      for (let at = 0; at < name.length; at += 1) mixed = (mixed * 31 + name.charCodeAt(at)) >>> 0;
      return createRandom(mixed);
    },
  };
}
