/** The grid of compared points; each point is compared with the one to its right. */
const COLUMNS = 17;
const ROWS = 16;
/** Of 256 grey levels: smaller differences are encoder noise. */
const NOISE_THRESHOLD = 2;
/** A picture with fewer edges matches every other nearly flat picture. */
const MIN_EDGES = 24;

/**
 * Returns 64 hexadecimal digits, independent of size and encoding: one bit per cell of a 16 by 16 grid, set
 * where the picture gets brighter to the right. `grey` has a level from 0 to 255 per pixel, row by row. Null
 * for a picture too small or flat.
 */
export function fingerprintOf(
  grey: ArrayLike<number>,
  { width, height }: { width: number; height: number },
): string | null {
  if (width < COLUMNS || height < ROWS) return null;
  const level = (column: number, row: number) =>
    meanOf(grey, width, [
      Math.floor((column * width) / COLUMNS),
      Math.floor(((column + 1) * width) / COLUMNS),
      Math.floor((row * height) / ROWS),
      Math.floor(((row + 1) * height) / ROWS),
    ]);
  let digits = '';
  let edges = 0;
  for (let row = 0; row < ROWS; row += 1) {
    let left = level(0, row);
    let bits = '';
    for (let column = 1; column < COLUMNS; column += 1) {
      const right = level(column, row);
      bits += right - left > NOISE_THRESHOLD ? '1' : '0';
      if (Math.abs(right - left) > NOISE_THRESHOLD) edges += 1;
      left = right;
    }
    digits += Number.parseInt(bits, 2).toString(16).padStart(4, '0');
  }
  return edges < MIN_EDGES ? null : digits;
}

function meanOf(
  grey: ArrayLike<number>,
  width: number,
  [left, right, top, bottom]: [number, number, number, number],
): number {
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) sum += grey[y * width + x] ?? 0;
  }
  return sum / ((right - left) * (bottom - top));
}

export const FINGERPRINT_SIZE = { width: 136, height: 170 } as const;
