/** Out of 256 points; covers another encoding, a frame and a narrow crop. */
export const MAX_DIFFERENT_POINTS = 26;
const DIGITS_PER_NUMBER = 8;

/** 32 points per number. */
export function parseFingerprint(fingerprint: string): Uint32Array {
  const points = new Uint32Array(fingerprint.length / DIGITS_PER_NUMBER);
  for (const index of points.keys()) {
    points[index] = Number.parseInt(
      fingerprint.slice(index * DIGITS_PER_NUMBER, (index + 1) * DIGITS_PER_NUMBER),
      16,
    );
  }
  return points;
}

export function areSimilarPictures(one: Uint32Array, other: Uint32Array): boolean {
  let different = 0;
  for (let index = 0; index < one.length; index += 1) {
    different += countBits((one[index] ?? 0) ^ (other[index] ?? 0));
    if (different > MAX_DIFFERENT_POINTS) return false;
  }
  return true;
}

/** Hacker's Delight, 5-1. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
