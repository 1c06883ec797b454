export interface SeededRandom {
  /** From 0 to below 1, with 53 bits, because ids are made from it and must not collide. */
  next(): number;
  int(low: number, high: number): number;
  happens(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  pickOrUndefined<T>(items: readonly T[]): T | undefined;
  /** An independent generator, so that the draws of one part do not affect another. */
  fork(): SeededRandom;
}

export function createSeededRandom(seed: number): SeededRandom {
  const draw = sfc32(seed);
  const next = () => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53;
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pickOrUndefined = <T>(items: readonly T[]): T | undefined =>
    items[int(0, items.length - 1)];
  return {
    next,
    int,
    happens: (probability) => next() < probability,
    pick: ([first, ...others]) => [first, ...others][int(0, others.length)] ?? first,
    pickOrUndefined,
    fork: () => createSeededRandom(draw()),
  };
}

/** The small fast counting generator of Chris Doty-Humphrey, public domain; 32 bits per draw. */
function sfc32(seed: number): () => number {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, seed | 0, 1];
  const draw = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let warming = 0; warming < 15; warming += 1) draw();
  return draw;
}
