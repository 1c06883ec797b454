import {
  dayKey,
  fromBrasilia,
  startOfDay,
  toBrasilia,
  weekOf,
} from '@pontual/contract/brasilia-time.ts';

/** In Brasília, on Mondays. */
const HOUR = 8;

const atHour = (day: Date) => fromBrasilia({ ...toBrasilia(day), hour: HOUR, minute: 0 });
const daysAfter = (instant: Date, days: number) => startOfDay(dayKey(instant), days);

/** The Monday, 08:00, that was last: it names the week whose summary is sent from then on. */
export function lastSummary(now: Date): Date {
  const monday = daysAfter(weekOf(now).from, 1);
  return now < atHour(monday) ? atHour(daysAfter(monday, -7)) : atHour(monday);
}

/** The Monday, 08:00, seven days after, or before. */
export const nextSummary = (week: Date): Date => atHour(daysAfter(week, 7));
export const summaryBefore = (week: Date): Date => atHour(daysAfter(week, -7));
