import { dayKey, monthOf, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';

/** Days or months of Brasília; the n-th lasts from `starts[n]` until the next start. */
export interface Days {
  /** `2026-06-09` */
  keys: string[];
  starts: Date[];
  /** Of the last day or month. */
  end: Date;
}

function daysBetween(from: Date, end: Date): Days {
  const keys: string[] = [];
  const starts: Date[] = [];
  for (let start = from; start < end; start = startOfDay(dayKey(start), 1)) {
    keys.push(dayKey(start));
    starts.push(start);
  }
  return { keys, starts, end };
}

export function lastDays(now: Date, count: number): Days {
  const today = dayKey(now);
  return daysBetween(startOfDay(today, 1 - count), startOfDay(today, 1));
}

/** The last month is the whole current one. */
export function lastMonths(now: Date, count: number): Days {
  const { from: thisMonth, to } = monthOf(now);
  let from = thisMonth;
  for (let left = count - 1; left > 0; left -= 1) from = monthOf(new Date(from.getTime() - 1)).from;
  return daysBetween(from, to);
}

/** The key of a month is its first day. */
export function toMonths({ keys, starts, end }: Days): Days {
  const isFirst = (_: unknown, index: number) => keys[index]?.endsWith('-01') ?? false;
  return { keys: keys.filter(isFirst), starts: starts.filter(isFirst), end };
}

export const monthKey = (day: string): string => day.slice(0, 7);
