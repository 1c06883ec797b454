import type { DayKey } from '../../ui/dates/month-grid.ts';
import { resolveDay } from './date.rules.ts';
import { dateTable, type DateKind } from './date-table.ts';

export interface CalendarDate {
  day: DayKey;
  name: string;
  kind: DateKind;
}

/** Both ends are included; sorted by day and then by table order. */
export function listCalendarDates(from: DayKey, to: DayKey): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let year = yearOf(from); year <= yearOf(to); year += 1) {
    for (const { name, kind, rule, since = year } of dateTable) {
      const day = resolveDay(rule, year);
      if (year >= since && day >= from && day <= to) dates.push({ day, name, kind });
    }
  }
  return dates.sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
}

const yearOf = (day: DayKey) => Number(day.slice(0, 4));

export function namesByDay(from: DayKey, to: DayKey): Map<DayKey, string> {
  const names = new Map<DayKey, string>();
  for (const { day, name } of listCalendarDates(from, to)) {
    const before = names.get(day);
    names.set(day, before === undefined ? name : `${before}, ${name}`);
  }
  return names;
}
