import { startOfDay, weekdayOf } from '@pontual/contract/shared/brasilia-time.ts';

/** `2026-06` and `2026-06-09`; both sort as text. */
export type MonthKey = string;
export type DayKey = string;

export interface GridDay {
  key: DayKey;
  day: number;
  inMonth: boolean;
}

const CELLS = 42;
const DAYS_IN_WEEK = 7;

export function monthOfDay(day: DayKey): MonthKey {
  return day.slice(0, 7);
}

export function firstDay(month: MonthKey): DayKey {
  return `${month}-01`;
}

/** No clock change affects day arithmetic in UTC. */
function utcMidnight(day: DayKey): Date {
  return new Date(`${day}T00:00:00Z`);
}

export function addDays(day: DayKey, days: number): DayKey {
  const moved = utcMidnight(day);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

export function addMonths(month: MonthKey, months: number): MonthKey {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const count = year * 12 + (number - 1) + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/** A shorter month gives its last day. */
export function sameDayInMonth(day: DayKey, months: number): DayKey {
  const month = addMonths(monthOfDay(day), months);
  const moved = `${month}-${day.slice(8)}`;
  const lastDay = addDays(firstDay(addMonths(month, 1)), -1);
  return moved < lastDay ? moved : lastDay;
}

export function weekBounds(day: DayKey): { sunday: DayKey; saturday: DayKey } {
  const sunday = addDays(day, -weekdayOf(day));
  return { sunday, saturday: addDays(sunday, DAYS_IN_WEEK - 1) };
}

export function monthGrid(month: MonthKey): GridDay[] {
  const { sunday } = weekBounds(firstDay(month));
  return Array.from({ length: CELLS }, (_, index) => {
    const key = addDays(sunday, index);
    return { key, day: Number(key.slice(8)), inMonth: monthOfDay(key) === month };
  });
}

export function splitIntoWeeks(days: readonly GridDay[]): GridDay[][] {
  return Array.from({ length: CELLS / DAYS_IN_WEEK }, (_, week) =>
    days.slice(week * DAYS_IN_WEEK, (week + 1) * DAYS_IN_WEEK),
  );
}

/** The interval is half-open and covers the 42 cells. */
export function gridSpan(month: MonthKey): { from: Date; to: Date } {
  const { sunday } = weekBounds(firstDay(month));
  return { from: startOfDay(sunday), to: startOfDay(sunday, CELLS) };
}
