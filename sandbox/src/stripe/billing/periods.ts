import type { Interval } from '../objects.ts';

type Recurrence = { interval: Interval; interval_count: number };

const DAY_SECONDS = 86_400;
const DAYS: Partial<Record<Interval, number>> = { day: 1, week: 7 };
const MONTHS: Partial<Record<Interval, number>> = { month: 1, year: 12 };

/** Returns the anchor plus so many intervals, on the same day of the month, or on its last day if shorter. */
function getPeriodBoundary(
  anchor: number,
  { interval, interval_count: count }: Recurrence,
  index: number,
) {
  const days = DAYS[interval];
  if (days !== undefined) return anchor + index * count * days * DAY_SECONDS;
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + index * count * (MONTHS[interval] ?? 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime() / 1000;
}

/** Returns the first period end after this time, in seconds. */
export function findPeriodEndAfter(anchor: number, recurrence: Recurrence, moment: number): number {
  const unit = getPeriodBoundary(anchor, recurrence, 1) - anchor;
  let index = Math.max(0, Math.floor((moment - anchor) / unit) - 1);
  while (getPeriodBoundary(anchor, recurrence, index) <= moment) index += 1;
  return getPeriodBoundary(anchor, recurrence, index);
}
