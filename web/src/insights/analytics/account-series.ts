import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';

type AccountDay = AdvancedAnalytics['account']['days'][number];

export type Metric = 'followers' | 'reach';

interface Point {
  date: string;
  value: number;
  /** Days since the first known day. */
  index: number;
  /** Position within the scale, 0 to 1. */
  height: number;
}

export interface MetricSeries {
  /** The days with known values, oldest first. */
  points: Point[];
  /** Number of days from the first known day to the last, unknown days included. */
  days: number;
  low: number;
  high: number;
}

const DAY_MS = 86_400_000;
const dayNumber = (date: string): number => Date.parse(date) / DAY_MS;

/** `from` is the lower limit of the scale: 0, or the lowest value. */
export function buildSeries(
  days: readonly AccountDay[],
  metric: Metric,
  from: 'zero' | 'lowest',
): MetricSeries {
  const known = days.flatMap((day) => {
    const value = day[metric];
    return value === null ? [] : [{ date: day.date, value }];
  });
  const values = known.map(({ value }) => value);
  const high = Math.max(0, ...values);
  const low = from === 'zero' ? 0 : Math.min(high, ...values);
  const first = dayNumber(known[0]?.date ?? '');
  const points = known.map(({ date, value }) => ({
    date,
    value,
    index: dayNumber(date) - first,
    height: high === low ? (from === 'zero' ? 0 : 0.5) : (value - low) / (high - low),
  }));
  return { points, days: (points.at(-1)?.index ?? -1) + 1, low, high };
}

/** An unknown day leaves a gap. */
export const listSegments = ({ points }: MetricSeries): [Point, Point][] =>
  points.flatMap((point, index): [Point, Point][] => {
    const next = points[index + 1];
    return next !== undefined && next.index === point.index + 1 ? [[point, next]] : [];
  });

export const findBest = ({ points, high }: MetricSeries): Point | undefined =>
  points.find(({ value }) => value === high);
