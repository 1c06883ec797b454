export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** By the nearest rank; NaN of nothing. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** The run in the middle by p99 (the better of two). */
export function medianRun<T extends { lateness: Percentiles }>(runs: readonly T[]): T | undefined {
  const sorted = runs.toSorted((a, b) => a.lateness.p99 - b.lateness.p99);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
