const namedRatios = [
  [3, 4],
  [4, 5],
  [1, 1],
  [5, 4],
  [4, 3],
  [3, 2],
  [16, 9],
  [9, 16],
] as const;
/** Photos are rarely exact. */
const RATIO_TOLERANCE = 0.005;

const decimals = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

/** `4:5`, `1,91:1` */
export function ratioText(ratio: number): string {
  const known = namedRatios.find(
    ([width, height]) => Math.abs((ratio * height) / width - 1) < RATIO_TOLERANCE,
  );
  return known === undefined ? `${decimals.format(ratio)}:1` : known.join(':');
}
