import type { AdvancedAnalytics } from '@pontual/contract/insights/analytics.ts';

type AccountDay = AdvancedAnalytics['account']['days'][number];

/** What is drawn of the account. */
export type Metric = 'followers' | 'reach';

interface Point {
  date: string;
  value: number;
  /** The day among all days, counted from 0. */
  index: number;
  /** Between the ends of the scale, 0 to 1. */
  height: number;
}

export interface Series {
  /** The days that are known, the oldest first. */
  points: Point[];
  /** Those from the first known day to the last, the unknown between them included. */
  days: number;
  /** The ends of the scale. */
  low: number;
  high: number;
}

const DAY_MS = 86_400_000;
const dayNumber = (date: string): number => Date.parse(date) / DAY_MS;

/** One figure over the days. `from` is where its scale begins: at 0, or at its lowest value. */
export function buildSeries(
  days: readonly AccountDay[],
  metric: Metric,
  from: 'zero' | 'lowest',
): Series {
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
    // What never changes runs through the middle.
    height: high === low ? (from === 'zero' ? 0 : 0.5) : (value - low) / (high - low),
  }));
  return { points, days: (points.at(-1)?.index ?? -1) + 1, low, high };
}

/** The neighbours between which a line is drawn: an unknown day leaves a gap. */
export const listSegments = ({ points }: Series): [Point, Point][] =>
  points.flatMap((point, index): [Point, Point][] => {
    const next = points[index + 1];
    return next !== undefined && next.index === point.index + 1 ? [[point, next]] : [];
  });

/** The first of the days with the highest value. */
export const findBest = ({ points, high }: Series): Point | undefined =>
  points.find(({ value }) => value === high);
