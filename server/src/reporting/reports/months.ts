import { dayKey, monthOf, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';

/** A month of Brasília. */
export interface Month {
  /** `2026-06` */
  key: string;
  from: Date;
  /** Where the next one begins. */
  to: Date;
}

/** The month that holds an instant. */
export function monthAt(instant: Date): Month {
  return { key: dayKey(instant).slice(0, 7), ...monthOf(instant) };
}

/** The month of a key. */
export const monthFromKey = (key: string): Month => monthAt(startOfDay(`${key}-01`));

export const previousMonth = ({ from }: Month): Month => monthAt(new Date(from.getTime() - 1));

/** The days of a month as `2026-06-09`. */
export function daysOf({ from, to }: Month): string[] {
  const days: string[] = [];
  for (let start = from; start < to; start = startOfDay(dayKey(start), 1)) days.push(dayKey(start));
  return days;
}
