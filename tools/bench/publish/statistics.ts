export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Returns percentiles by the nearest rank; NaN without values. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Returns the median run by p99; of two runs, the better one. */
export function medianRun<T extends { lateness: Percentiles }>(runs: readonly T[]): T | undefined {
  const sorted = runs.toSorted((a, b) => a.lateness.p99 - b.lateness.p99);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
