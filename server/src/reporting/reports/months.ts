import { dayKey, monthOf, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';

export interface Month {
  key: string;
  from: Date;
  /** The start of the next month. */
  to: Date;
}

export function monthAt(instant: Date): Month {
  return { key: dayKey(instant).slice(0, 7), ...monthOf(instant) };
}

export const monthFromKey = (key: string): Month => monthAt(startOfDay(`${key}-01`));

export const previousMonth = ({ from }: Month): Month => monthAt(new Date(from.getTime() - 1));

/** Such as `2026-06-09`. */
export function daysOf({ from, to }: Month): string[] {
  const days: string[] = [];
  for (let start = from; start < to; start = startOfDay(dayKey(start), 1)) days.push(dayKey(start));
  return days;
}
