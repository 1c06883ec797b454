import { startOfDay, weekdayOf } from '@pontual/contract/shared/brasilia-time.ts';

/** A month as `2026-06`; a day is a day key of the contract, `2026-06-09`. Both sort as text. */
export type MonthKey = string;
export type DayKey = string;

export interface GridDay {
  key: DayKey;
  day: number;
  inMonth: boolean;
}

const CELLS = 42;
const DAYS_IN_WEEK = 7;

/** Returns the month of a day. */
export function monthOfDay(day: DayKey): MonthKey {
  return day.slice(0, 7);
}

export function firstDay(month: MonthKey): DayKey {
  return `${month}-01`;
}

/** Represents a day as midnight UTC, where no clock change affects the day arithmetic. */
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

/** Returns the same day of the month some months away, or the last day of a shorter month. */
export function sameDayInMonth(day: DayKey, months: number): DayKey {
  const month = addMonths(monthOfDay(day), months);
  const moved = `${month}-${day.slice(8)}`;
  const lastDay = addDays(firstDay(addMonths(month, 1)), -1);
  return moved < lastDay ? moved : lastDay;
}

/** Returns the Sunday on or before a day, and the Saturday on or after it. */
export function weekBounds(day: DayKey): { sunday: DayKey; saturday: DayKey } {
  const sunday = addDays(day, -weekdayOf(day));
  return { sunday, saturday: addDays(sunday, DAYS_IN_WEEK - 1) };
}

/** Returns the 42 days of the grid of a month, Sunday first. */
export function monthGrid(month: MonthKey): GridDay[] {
  const { sunday } = weekBounds(firstDay(month));
  return Array.from({ length: CELLS }, (_, index) => {
    const key = addDays(sunday, index);
    return { key, day: Number(key.slice(8)), inMonth: monthOfDay(key) === month };
  });
}

/** Returns the grid as six weeks. */
export function splitIntoWeeks(days: readonly GridDay[]): GridDay[][] {
  return Array.from({ length: CELLS / DAYS_IN_WEEK }, (_, week) =>
    days.slice(week * DAYS_IN_WEEK, (week + 1) * DAYS_IN_WEEK),
  );
}

/** Returns the half-open interval of instants that the 42 cells of a month cover. */
export function gridSpan(month: MonthKey): { from: Date; to: Date } {
  const { sunday } = weekBounds(firstDay(month));
  return { from: startOfDay(sunday), to: startOfDay(sunday, CELLS) };
}
