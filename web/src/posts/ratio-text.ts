/** Ratios that have a name of whole numbers. */
const namedRatios = [
  [4, 5],
  [1, 1],
  [5, 4],
  [4, 3],
  [3, 2],
  [16, 9],
  [9, 16],
] as const;
/** As a part of 1: photos are seldom exact. */
const RATIO_TOLERANCE = 0.005;

const decimals = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

/** A ratio, width by height, as it is said: `4:5`, `1,91:1`. */
export function ratioText(ratio: number): string {
  const known = namedRatios.find(
    ([width, height]) => Math.abs((ratio * height) / width - 1) < RATIO_TOLERANCE,
  );
  return known === undefined ? `${decimals.format(ratio)}:1` : known.join(':');
}
